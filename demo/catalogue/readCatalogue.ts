import * as v from 'valibot'
import {
  BiographyRecord,
  type Catalogue,
  CollectionRecord,
  ComingRecord,
  PersonRecord,
  TitleRecord,
} from '#server/catalogue/seeding/catalogueRecords.ts'
import { accessOf } from './accessOf.ts'
import aliases from './data/aliases.json' with { type: 'json' }
import bios from './data/biographies.json' with { type: 'json' }
import collections from './data/collections.json' with { type: 'json' }
import coming from './data/coming.json' with { type: 'json' }
import comingPeople from './data/people-coming.json' with { type: 'json' }
import englishPeople from './data/people-english.json' with { type: 'json' }
import iranPeople from './data/people-iran.json' with { type: 'json' }
import seriesPeople from './data/people-series.json' with { type: 'json' }
import worldPeople from './data/people-world.json' with { type: 'json' }
import englishTitles from './data/titles-english.json' with { type: 'json' }
import iranTitles from './data/titles-iran.json' with { type: 'json' }
import seriesTitles from './data/titles-series.json' with { type: 'json' }
import worldTitles from './data/titles-world.json' with { type: 'json' }

/** The data files by name, for reading and for their test. */
export const TITLE_FILES: Readonly<Record<string, unknown>> = {
  english: englishTitles,
  iran: iranTitles,
  series: seriesTitles,
  world: worldTitles,
}
export const PEOPLE_FILES: Readonly<Record<string, unknown>> = {
  english: englishPeople,
  iran: iranPeople,
  series: seriesPeople,
  world: worldPeople,
  coming: comingPeople,
}

/**
 * Reads the demo catalogue; throws if a file does not match its schema. Merges the facts of people who are in several
 * files.
 */
export function readCatalogue(): Catalogue {
  const people = new Map<string, PersonRecord>()
  for (const file of Object.values(PEOPLE_FILES)) {
    for (const [name, person] of Object.entries(v.parse(v.record(v.string(), PersonRecord), file))) {
      const known = people.get(name)
      people.set(name, {
        fa: known?.fa ?? person.fa,
        born: known?.born ?? person.born,
        birthplace: known?.birthplace ?? person.birthplace,
        died: known?.died ?? person.died,
        biography: known?.biography ?? person.biography,
      })
    }
  }
  for (const [name, { biography, ...facts }] of Object.entries(v.parse(v.record(v.string(), BiographyRecord), bios))) {
    const person = people.get(name)
    if (!person) throw new Error(`There is a biography of ${name}, who is not in the catalogue`)
    people.set(name, {
      fa: person.fa,
      born: facts.born ?? person.born,
      died: facts.died ?? person.died,
      birthplace: facts.birthplace ?? person.birthplace,
      biography,
    })
  }
  return {
    titles: Object.values(TITLE_FILES)
      .flatMap((file) => v.parse(v.array(TitleRecord), file))
      .map((title) => ({ ...title, access: accessOf(title.year) })),
    coming: v.parse(v.array(ComingRecord), coming.titles),
    people,
    collections: new Map(Object.entries(v.parse(v.record(v.string(), CollectionRecord), collections))),
    aliases: new Map(Object.entries(v.parse(v.record(v.string(), v.array(v.string())), aliases))),
  }
}
