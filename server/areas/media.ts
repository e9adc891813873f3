import { createHash } from 'node:crypto'
import { and, eq, getTableColumns } from 'drizzle-orm'
import { ID_MAX } from '#server/catalogue/ids.ts'
import {
  drawingOf,
  PICTURE_FOLDERS,
  type PictureFolder,
  personSubject,
  stillPlace,
  stillSubject,
  titleKey,
  titleSubject,
} from '#server/catalogue/pictures.ts'
import type { Database } from '#server/database/connect.ts'
import { people, pictures as storedPictures, titles } from '#server/database/schema/catalogue.ts'
import { clientAddress } from '#server/http/clientAddress.ts'
import type { Api } from '#server/http/serve.ts'
import type { PictureStore } from '#server/pictures/pictureStore.ts'
import { isOnOffer } from '#server/pictures/sizes.ts'
import type { PictureSubject } from '#server/pictures/subjects.ts'
import { refuse } from '#server/platform/refuse.ts'

/** The address of a stored or drawn picture contains a hash of everything it depends on. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** The operator's files that are named by key can change under the same address. */
const CACHED_FOR_A_DAY = 'public, max-age=86400'
/** A redirect from the address of an older card. Cached ones would form a circle once an earlier picture is back. */
const NOT_CACHED = 'no-cache'

/** `tt0068646-{revision}-342.avif`; the third still of a title is `tt0068646_3`, of episode 2 in season 1 `…_1002`. */
const PICTURE_NAME = /^([a-z]{1,2}\d{1,10}(?:_[1-9]\d{0,4})?)-(\w{1,32})-([1-9]\d{1,3})\.([a-z]{3,5})$/

/** Maximum number of subjects in memory; the one read first is dropped first. They take about 2 MB. */
const MAX_SUBJECTS = 5_000

/** Serves pictures at the addresses of `pictureTemplate`, rendered on first request. */
export function serveMedia({ hono, database, settings }: Api, pictures: PictureStore): void {
  /** Pictures by the part of the address that contains a hash of them, so that they are never outdated. */
  const known = new Map<string, Addressed>()

  hono.get('/media/:folder/:file', async (http) => {
    const { folder, file } = http.req.param()
    const [, key = '', revision = '', digits = '', format = ''] = PICTURE_NAME.exec(file) ?? refuse('not_found')
    const width = Number(digits)
    if (!isFolder(folder) || !isOnOffer(PICTURE_FOLDERS[folder], width, format)) refuse('not_found')
    const name = `${folder}/${key}-${revision}`
    let addressed = known.get(name)
    if (!addressed) {
      addressed = (await readAddressed(database, pictures, folder, key)) ?? refuse('not_found')
      const current = addressed.stored ?? drawingOf(addressed.subject)
      if (revision !== current) {
        http.header('Cache-Control', NOT_CACHED)
        return http.redirect(`/media/${folder}/${key}-${current}-${width}.${format}`, 302)
      }
      known.set(name, addressed)
      const [oldest] = known.keys()
      if (oldest !== undefined && known.size > MAX_SUBJECTS) known.delete(oldest)
    }
    const waiter = { client: clientAddress(http, settings), signal: http.req.raw.signal }
    const picture = await pictures.picture({ picture: PICTURE_FOLDERS[folder], width, format, ...addressed }, waiter)
    // The next request reads the row again: the picture may have been replaced, and its file swept.
    if (!picture) known.delete(name)
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

/** The picture at an address: the stored one of this hash, or the subject's file or drawing. */
interface Addressed {
  subject: PictureSubject
  stored: string | undefined
}

async function readAddressed(
  database: Database,
  pictures: PictureStore,
  folder: PictureFolder,
  key: string,
): Promise<Addressed | undefined> {
  const [name = '', number] = key.split('_')
  if ((folder === 'stills') !== (number !== undefined)) return undefined
  const id = Number(name.replace(/^\D+/, ''))
  if (id > ID_MAX) return undefined
  const { hash } = storedPictures
  if (folder === 'portraits') {
    if (!/^p\d/.test(key)) return undefined
    const [person] = await database
      .select({ ...getTableColumns(people), hash })
      .from(people)
      .leftJoin(storedPictures, eq(storedPictures.personId, people.id))
      .where(eq(people.id, id))
    return person && { subject: personSubject(person), stored: person.hash ?? undefined }
  }
  if (!/^tt?\d/.test(key)) return undefined
  const place = stillPlace(Number(number ?? 0))
  const isShown = and(
    eq(storedPictures.titleId, titles.id),
    eq(storedPictures.kind, PICTURE_FOLDERS[folder]),
    eq(storedPictures.season, place.season),
    eq(storedPictures.number, place.number),
  )
  const [title] = await database
    .select({ ...getTableColumns(titles), hash })
    .from(titles)
    .leftJoin(storedPictures, isShown)
    .where(key.startsWith('tt') ? eq(titles.imdb, name) : eq(titles.id, id))
  if (!title) return undefined
  const stored = title.hash ?? undefined
  if (number === undefined) return { subject: titleSubject(title), stored }
  const exists = stored !== undefined || Number(number) <= pictures.stillsOf({ ...title, key: titleKey(title) })
  return exists ? { subject: stillSubject(title, Number(number)), stored } : undefined
}
