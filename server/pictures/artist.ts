import type { PictureRequest } from './subjects.ts'

/** A picture being drawn. `hurry` moves it ahead of pictures that no client waits for. */
export interface Drawing {
  bytes: Promise<Uint8Array>
  hurry(): void
}

/** Draws pictures for subjects without a picture file. The demo content brings one (`demo/`). */
export interface Artist {
  /** Draws a picture; `soon` puts it ahead of background drawings. */
  draw(request: PictureRequest, soon: boolean): Drawing
  /** How many stills it draws for a title. */
  stillsOf(title: { id: number; isComing: boolean }): number
  close(): Promise<void>
}
