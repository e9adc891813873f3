import { createFileRoute } from '@tanstack/react-router'
import { genreTiles } from '#data/genres.ts'
import { startRead } from '#data/hooks.ts'
import { CategoriesScreen } from '#features/categories/CategoriesScreen.tsx'

export const Route = createFileRoute('/categories')({
  loader: ({ context }) => startRead(context.queryClient, genreTiles()),
  component: CategoriesScreen,
})
