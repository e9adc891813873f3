import { desc, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { people } from '#server/database/schema/catalogue.ts'
import {
  editPerson,
  hidePerson,
  mergePeople,
  PERSON_FACTS,
  removePerson,
} from '#server/operator/catalogue/editPerson.ts'
import { lockPerson, requirePerson } from '#server/operator/catalogue/findRecords.ts'
import { personFacts, worksOfPerson } from '#server/operator/catalogue/storedFacts.ts'
import { readFacts } from '#server/operator/catalogue/writeFacts.ts'
import { defineCommand } from '#server/operator/command.ts'
import { containing, FOUND_MAX, Words } from '#server/operator/findByWords.ts'
import { changedFacts, recordVersion, seenVersion } from '#server/operator/recordVersion.ts'

/** `person find WORDS`: people whose Persian or English name contains the words, hidden ones too, the best known first. */
export const findPerson = defineCommand(v.strictObject({ words: Words }), async ({ connection }, { words }) => {
  const pattern = containing(words)
  const { id, key, fullnameFa: nameFa, fullnameEn: nameEn, born, popularity, isHidden } = people
  const found = await connection.database
    .select({ id, key, nameFa, nameEn, born, isHidden })
    .from(people)
    .where(sql`fullname_fa ilike ${pattern} or fullname_en ilike ${pattern}`)
    .orderBy(desc(popularity), id)
    .limit(FOUND_MAX)
  return { people: found }
})

/** `person show PERSON`: a person's facts as `person edit` takes them, with the version that they have, and their works. */
export const showPerson = defineCommand(v.strictObject({ person: v.string() }), async ({ connection }, input) => {
  const person = await requirePerson(connection.database, input.person)
  const facts = personFacts(person)
  const works = await worksOfPerson(connection.database, person.id)
  return { id: person.id, version: recordVersion(facts), ...facts, works }
})

/** `person edit PERSON`: changes the facts that the command's file names, and only those. */
export const editPersonFacts = defineCommand(
  v.strictObject({ person: v.string(), version: seenVersion }),
  async ({ connection, clock }, { person: name, version }, { file, audit }) => {
    const changes = await readFacts(file, PERSON_FACTS)
    return connection.database.transaction(async (transaction) => {
      const { person, facts: before } = await lockPerson(transaction, name, version)
      const after = await editPerson(transaction, { person, changes, now: clock() })
      const changed = changedFacts(before, after)
      await audit(transaction, { subject: `person ${person.id}`, ...changed })
      return { id: person.id, version: recordVersion(after), ...changed.after }
    })
  },
)

/** `person hide` and `person unhide`: hides a person or shows them again. */
export const setPerson = defineCommand(
  v.strictObject({ person: v.string(), isHidden: v.boolean(), version: seenVersion }),
  ({ connection, clock }, { person: name, isHidden, version }, { audit }) =>
    connection.database.transaction(async (transaction) => {
      const { person, facts } = await lockPerson(transaction, name, version)
      await hidePerson(transaction, { person, isHidden, now: clock() })
      const before = { isHidden: person.isHidden }
      await audit(transaction, { subject: `person ${person.id}`, before, after: { isHidden } })
      return { id: person.id, version: recordVersion({ ...facts, isHidden }), nameFa: person.fullnameFa, isHidden }
    }),
)

/** `person merge FROM INTO`: makes one person of two; the works and the portrait move. */
export const mergePersonCommand = defineCommand(
  v.strictObject({ from: v.string(), into: v.string(), version: seenVersion }),
  ({ connection, clock }, { version, ...names }, { audit }) =>
    connection.database.transaction(async (transaction) => {
      const { person: from, facts } = await lockPerson(transaction, names.from, version)
      const { person: into } = await lockPerson(transaction, names.into)
      const works = await mergePeople(transaction, { from, into, now: clock() })
      await audit(
        transaction,
        { subject: `person ${from.id}`, before: facts, after: { mergedInto: into.id } },
        { subject: `person ${into.id}`, before: null, after: { merged: from.id, works } },
      )
      return { merged: from.id, into: into.id, nameFa: into.fullnameFa, works }
    }),
)

/** `person remove PERSON`: removes a person from all titles. */
export const removePersonCommand = defineCommand(
  v.strictObject({ person: v.string(), version: seenVersion }),
  ({ connection, clock }, { person: name, version }, { audit }) =>
    connection.database.transaction(async (transaction) => {
      const { person, facts } = await lockPerson(transaction, name, version)
      const works = await worksOfPerson(transaction, person.id)
      await removePerson(transaction, person, clock())
      await audit(transaction, { subject: `person ${person.id}`, before: { ...facts, works }, after: null })
      return { removed: person.id, nameFa: person.fullnameFa, works: works.length }
    }),
)
