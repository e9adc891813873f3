import { expect, test } from 'vitest'
import { fold } from '#contract/persian.ts'

test.each([
  ['شواليه تاريكي', 'شوالیه تاریکی'],
  ['آدم، أدم، إدم، ٱدم', 'ادم ادم ادم ادم'],
  ['قلعة، خانۀ، خانه‌ٔ', 'قلعه خانه خانه'],
  ['مؤمن مسئول جزء', 'مومن مسیول جز'],
  ['می‌روم', 'می روم'],
  ['پِدَرخـــوانده', 'پدرخوانده'],
  ['۱۲ ١٢ 12 １２', '12 12 12 12'],
  ['Amélie Shōgun Łódź Straße Ærø', 'amelie shogun lodz strasse aero'],
  ["Schindler's O’Brien", 'schindlers obrien'],
  ['WALL·E 8½ Alien³', 'wall e 8 1 2 alien 3'],
  ['\u202eپدر\u200f\u00ad', 'پدر'],
  ['%_\\ 🎬 ً ٌ', ''],
])('%j folds to %j', (text, folded) => {
  expect(fold(text)).toBe(folded)
  expect(fold(folded)).toBe(folded)
})
