import { expect, test } from 'vitest'
import { chooseSubtitles, chooseVoices } from '#server/operator/films/chooseTracks.ts'

const audio = (index: number, lang: string) => ({ index, lang, channels: 6 })

test('describes two voices as before further ones existed, so that their films keep their hash', () => {
  const audios = [audio(0, 'en'), audio(1, 'fa')]
  expect(JSON.stringify(chooseVoices({ audios }, ['en']))).toBe(
    '[{"voice":"original","index":0,"lang":"en","channels":2},{"voice":"dubbed","index":1,"lang":"fa","channels":2}]',
  )
})

test('makes a version of a commentary only if there is no other track', () => {
  const commentary = { ...audio(0, 'en'), kind: 'commentary' as const }
  const voices = chooseVoices({ audios: [commentary, audio(1, 'en')] }, ['en'])
  expect(voices.map(({ voice, index }) => [voice, index])).toEqual([
    ['original', 1],
    ['other1', 0],
  ])
  expect(chooseVoices({ audios: [commentary] }, ['en'])).toMatchObject([{ voice: 'original', index: 0 }])
})

test('keeps every track of a Persian film, the first Persian one as the original', () => {
  const voices = chooseVoices({ audios: [audio(0, 'en'), audio(1, 'und'), audio(2, 'fa')] }, ['fa'])
  expect(voices.map(({ voice, lang, index }) => [voice, lang, index])).toEqual([
    ['original', 'fa', 1],
    ['other1', 'en', 0],
    ['other2', 'fa', 2],
  ])
})

test('counts subtitles for deaf people as the usual ones of a language without others', () => {
  const subtitles = [
    { index: 0, lang: 'fr', kind: 'sdh' as const },
    { index: 1, lang: 'fr', kind: 'forced' as const },
    { index: 2, lang: 'fa' },
  ]
  expect(chooseSubtitles({ subtitles }, [])).toEqual([
    { tag: 'fa', from: { index: 2 } },
    { tag: 'fr', from: { index: 0 } },
    { tag: 'fr-x-forced', from: { index: 1 } },
  ])
})

test('numbers further subtitles of a language, unless a file beside the film replaces them', () => {
  const subtitles = [
    { index: 0, lang: 'de' },
    { index: 1, lang: 'de' },
  ]
  const tagsWith = (...names: string[]) =>
    chooseSubtitles(
      { subtitles },
      names.map((lang) => ({ lang, path: `film.${lang}.srt` })),
    ).map(({ tag }) => tag)
  expect(tagsWith()).toEqual(['de', 'de-x-2'])
  expect(tagsWith('ger')).toEqual(['de'])
  expect(tagsWith('pt-br', 'de.forced', 'part2', 'dvd')).toEqual(['de', 'de-x-2', 'de-x-forced', 'pt'])
})
