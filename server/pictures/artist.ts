import type { PictureRequest } from './subjects.ts'

/** A picture being drawn. `hurry` moves it before the drawings that no client waits for. */
export interface Drawing {
  bytes: Promise<Uint8Array>
  hurry(): void
}

/** Draws pictures for subjects without a picture file. The demo content brings one (`demo/`). */
export interface Artist {
  /** Draws one picture; `soon` puts it before all that is drawn ahead. */
  draw(request: PictureRequest, soon: boolean): Drawing
  /** How many stills it draws for a title. */
  stillsOf(title: { id: number; isComing: boolean }): number
  close(): Promise<void>
}
