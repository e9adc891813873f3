import { Navigate, notFound } from '@tanstack/react-router'
import { genres } from '#data/areas/genres.ts'
import { useRead } from '#data/react/readHooks.ts'
import { genreLink, slugOf } from '#parts/navigation/links.ts'
import { browseText, listTitle } from '#text/titles.ts'
import { BrowseScreen } from './BrowseScreen.tsx'
import { type BrowseSearch, searchWith } from './browseSearch.ts'

/** All titles of a genre. Corrects a wrong slug in the address. */
export function GenreScreen({ id, slug, search }: { id: number; slug: string; search: BrowseSearch }) {
  const genreList = useRead(genres())
  const genre = genreList.state === 'ready' ? genreList.data.find((one) => one.id === id) : undefined
  // A cached genre list may lack a new genre: wait for the server's answer before deciding.
  if (genreList.state === 'ready' && !genre && !genreList.refreshing) throw notFound()
  const target = genre ? genreLink(genre) : ({ to: '/genres/$id/$slug', params: { id: String(id), slug } } as const)
  const address = { ...searchWith(search, { page: search.page }), genre: undefined }
  return (
    <>
      {genre && slugOf(genre.path) !== slug && <Navigate {...target} search={address} replace />}
      <BrowseScreen
        title={
          genre
            ? listTitle({ type: search.type, dubbed: search.is_dubbed, genre: genre.titleFa })
            : browseText.genreLabel
        }
        description={genre && browseText.genreAbout(genre.titleFa)}
        search={search}
        fixed="genre"
        linkOf={(change) => ({ ...target, search: { ...searchWith(search, change), genre: undefined } })}
      />
    </>
  )
}
