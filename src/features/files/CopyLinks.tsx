import type { File } from '#contract/files.ts'
import { filesText } from '#text/files.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { CopyIcon } from '#ui/icons/fileIcons.tsx'
import { copyDownloadLinks, shareFile } from './shareFile.ts'

/** Copies the links of all listed files that the user can access, in order. Renders nothing for a single file. */
export function CopyLinks({
  files,
  season,
  renew,
}: {
  files: File[]
  /** the season of the files; undefined for a film */
  season: string | undefined
  renew: (ids: number[]) => Promise<File[]>
}) {
  const ids = files.filter(({ download }) => download !== null).map(({ id }) => id)
  if (ids.length < 2) return null
  async function inOrder(): Promise<File[]> {
    const fresh = await renew(ids)
    return ids.flatMap((id) => fresh.find((file) => file.id === id) ?? [])
  }
  return (
    <button type="button" className={buttonClass('quiet')} onClick={() => void shareFile(inOrder(), copyDownloadLinks)}>
      <CopyIcon size={20} />
      {season === undefined ? filesText.copyAll(ids.length) : filesText.copySeason(ids.length, season)}
    </button>
  )
}
