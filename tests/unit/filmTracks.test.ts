import { expect, test } from 'vitest'
import { chooseVoices } from '#server/operator/films/chooseTracks.ts'

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
