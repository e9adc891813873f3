import type { PictureRequest } from './subjects.ts'

/** Draws pictures for subjects without a picture file. The demo content brings one (`demo/`). */
export interface Artist {
  draw(request: PictureRequest): Promise<Uint8Array>
  /** How many stills it draws for a title. */
  stillsOf(title: { id: number; isComing: boolean }): number
  close(): Promise<void>
}
