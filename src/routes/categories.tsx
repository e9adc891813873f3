import { createFileRoute } from '@tanstack/react-router'
import { genreTiles } from '#data/areas/genres.ts'
import { startRead } from '#data/react/readHooks.ts'
import { CategoriesScreen } from '#features/categories/CategoriesScreen.tsx'

export const Route = createFileRoute('/categories')({
  loader: ({ context }) => startRead(context.queryClient, genreTiles()),
  component: CategoriesScreen,
})
