import { createFileRoute, notFound } from '@tanstack/react-router'
import { readId } from '#contract/shapes.ts'
import { DownloadFile } from '#features/downloads/DownloadFile.tsx'
import { FilesScreen } from '#features/files/FilesScreen.tsx'
import type { FileSlot } from '#features/files/fileSlot.ts'
import { readFilesAddress } from '#features/files/filesSearch.ts'
import { startFiles } from '#features/files/startFiles.ts'
import { NotFoundScreen } from '#features/system/NotFoundScreen.tsx'

export const Route = createFileRoute('/titles/$id/files')({
  validateSearch: readFilesAddress,
  loader({ context, params }) {
    const id = readId(params.id)
    if (id === undefined) throw notFound()
    return startFiles(context.queryClient, id)
  },
  component: Files,
  notFoundComponent: NotFoundScreen,
})

function Files() {
  const { id, card } = Route.useLoaderData()
  return <FilesScreen key={id} id={id} address={Route.useSearch()} card={card} renderDownload={renderDownload} />
}

const renderDownload: FileSlot = (title, file) => <DownloadFile title={title} file={file} />
