import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { ID_MAX } from '#server/catalogue/ids.ts'
import {
  drawingOf,
  PICTURE_FOLDERS,
  type PictureFolder,
  personSubject,
  stillSubject,
  titleKey,
  titleSubject,
} from '#server/catalogue/pictures.ts'
import type { Database } from '#server/database/connect.ts'
import { people, titles } from '#server/database/schema/catalogue.ts'
import { clientAddress } from '#server/http/clientAddress.ts'
import type { Api } from '#server/http/serve.ts'
import type { PictureStore } from '#server/pictures/pictureStore.ts'
import { isOnOffer } from '#server/pictures/sizes.ts'
import type { PictureSubject } from '#server/pictures/subjects.ts'
import { refuse } from '#server/platform/refuse.ts'

/** The address of a drawn picture contains a hash of everything it depends on. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Cached for a day: redirects from addresses in older cards, and the operator's own files, which can change. */
const CACHED_FOR_A_DAY = 'public, max-age=86400'

/** `tt0068646-{revision}-342.avif`; the third still of a title is `tt0068646_3`. */
const PICTURE_NAME = /^([a-z]{1,2}\d{1,10}(?:_[1-9]\d?)?)-(\w{1,10})-([1-9]\d{1,3})\.([a-z]{3,5})$/

/** Maximum number of subjects in memory; the one read first is dropped first. They take about 2 MB. */
const MAX_SUBJECTS = 5_000

/** Serves pictures at the addresses of `pictureTemplate`, rendered on first request. */
export function serveMedia({ hono, database, settings }: Api, pictures: PictureStore): void {
  /** Subjects by the part of the address that contains a hash of them, so that they are never outdated. */
  const known = new Map<string, PictureSubject>()

  hono.get('/media/:folder/:file', async (http) => {
    const { folder, file } = http.req.param()
    const [, key = '', drawing = '', digits = '', format = ''] = PICTURE_NAME.exec(file) ?? refuse('not_found')
    const width = Number(digits)
    if (!isFolder(folder) || !isOnOffer(PICTURE_FOLDERS[folder], width, format)) refuse('not_found')
    const name = `${folder}/${key}-${drawing}`
    let subject = known.get(name)
    if (!subject) {
      subject = (await subjectOf(database, pictures, folder, key)) ?? refuse('not_found')
      const current = drawingOf(subject)
      if (drawing !== current) {
        http.header('Cache-Control', CACHED_FOR_A_DAY)
        return http.redirect(`/media/${folder}/${key}-${current}-${width}.${format}`, 302)
      }
      known.set(name, subject)
      const [oldest] = known.keys()
      if (oldest !== undefined && known.size > MAX_SUBJECTS) known.delete(oldest)
    }
    const waiter = { client: clientAddress(http, settings), signal: http.req.raw.signal }
    const picture = await pictures.picture({ picture: PICTURE_FOLDERS[folder], subject, width, format }, waiter)
    const { bytes, isOwn } = picture ?? refuse('not_found')
    const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    http.header('Cache-Control', isOwn ? CACHED_FOR_A_DAY : IMMUTABLE)
    http.header('ETag', tag)
    if (http.req.header('If-None-Match') === tag) return http.body(null, 304)
    http.header('Content-Type', `image/${format}`)
    http.header('Content-Length', String(bytes.byteLength))
    return http.body(new Uint8Array(bytes).buffer)
  })
}

function isFolder(name: string): name is PictureFolder {
  return Object.hasOwn(PICTURE_FOLDERS, name)
}

async function subjectOf(
  database: Database,
  pictures: PictureStore,
  folder: PictureFolder,
  key: string,
): Promise<PictureSubject | undefined> {
  const [name = '', number] = key.split('_')
  if ((folder === 'stills') !== (number !== undefined)) return undefined
  const id = Number(name.replace(/^\D+/, ''))
  if (folder === 'portraits') {
    if (!/^p\d/.test(key) || id > ID_MAX) return undefined
    const [person] = await database.select().from(people).where(eq(people.id, id))
    return person && personSubject(person)
  }
  if (!/^tt?\d/.test(key) || id > ID_MAX) return undefined
  const [title] = await database
    .select()
    .from(titles)
    .where(key.startsWith('tt') ? eq(titles.imdb, name) : eq(titles.id, id))
  if (!title || number === undefined) return title && titleSubject(title)
  const stills = pictures.stillsOf({ ...title, key: titleKey(title) })
  return Number(number) <= stills ? stillSubject(title, Number(number)) : undefined
}
