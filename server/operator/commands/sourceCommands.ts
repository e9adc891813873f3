import * as v from 'valibot'
import { titlesDue } from '#server/catalogue/titleSources.ts'
import { defineCommand } from '#server/operator/command.ts'

/** `source due`: the titles whose facts from TMDB must be fetched again soon, by IMDb id. */
export const listDueTitles = defineCommand(
  v.strictObject({ days: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  async ({ connection, clock }, { days }) => ({ due: await titlesDue(connection.database, clock(), days) }),
)
