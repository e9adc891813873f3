import { expect, test } from 'vitest'
import { decodeSubtitles } from '#server/operator/films/subtitleFiles.ts'

test('reads subtitle files of Windows, with Persian letters in Persian ones', () => {
  // The code page has the Arabic forms of «یک».
  expect(decodeSubtitles(new Uint8Array([0xed, 0xdf]), 'fa')).toBe('یک')
  expect(decodeSubtitles(new Uint8Array([0x63, 0x61, 0x66, 0xe9]), 'en')).toBe('café')
  expect(decodeSubtitles(new Uint8Array([0xff, 0xfe, 0x33, 0x06]), 'fa')).toBe('س')
  expect(decodeSubtitles(new TextEncoder().encode('سلام'), 'en')).toBe('سلام')
})
