import type { Command } from 'commander'
import { CHAPTER_KINDS } from '#contract/files.ts'
import { TRAILER } from '#server/catalogue/ids.ts'
import { addFilms, type FilmOptions } from '#server/operator/films/addFilms.ts'
import { type ChapterKind, parseChapter } from '#server/operator/films/chapters.ts'
import { handled, program, progress, request, run, whole } from './program.ts'

/** Adds `film`. */
export function addFilmCommands(): void {
  const film = program.command('film').description('add and remove what plays as a title or an episode; needs ffmpeg')
  const episodeOptions = (command: Command) =>
    command
      .option('--season <number>', 'the season, for a series', whole, 0)
      .option('--episode <number>', 'the episode, for a series', whole, 0)
      .option('--trailer', 'the trailer of a film or a series', false)
  episodeOptions(
    film
      .command('add')
      .description('make a film or a trailer of a file, or a film of each episode in a folder, and play it')
      .argument('<title>', 'IMDb id, number or key')
      .argument('<path>', 'a video file, an HLS playlist or its folder, or a folder of episodes such as S01E02.mkv'),
  )
    .option('--yes', 'add the episodes of a folder without asking', false)
    .action((name: string, path: string, options: FilmOptions) =>
      handled(() => addFilms(name, path, options, { request, report: progress })),
    )
  film
    .command('list <title>')
    .description('list the films of a title')
    .action((name: string) => run('film-list', { title: name }))
  episodeOptions(film.command('remove').description('remove a film').argument('<title>')).action(
    (name: string, { season, episode, trailer }: FilmOptions) =>
      run('film-remove', { title: name, ...(trailer ? { season: 0, number: TRAILER } : { season, number: episode }) }),
  )
  const chapters = episodeOptions(
    film
      .command('chapters')
      .description('show the chapters of a film, or say which parts can be skipped')
      .argument('<title>'),
  )
  for (const kind of CHAPTER_KINDS) chapters.option(`--${kind} <from-to>`, 'such as 0:30-1:25, or 41:10 to the end')
  chapters
    .option('--clear', 'remove all chapters first', false)
    .action((name: string, { season, episode: number, clear, ...times }: ChapterOptions) =>
      handled(() => {
        const given = CHAPTER_KINDS.flatMap((kind) => {
          const text = times[kind]
          return text === undefined ? [] : [parseChapter(kind, text)]
        })
        return run('film-chapters', { title: name, season, number, clear, chapters: given })
      }),
    )
}

type ChapterOptions = Pick<FilmOptions, 'season' | 'episode'> & { clear: boolean } & { [kind in ChapterKind]?: string }
