import { watchSession } from '#data/database/session.ts'
import { ignoring } from '#data/platform/ignoring.ts'

/**
 * Deletes this tab's items of a user when another user, or none, is signed in by another tab. The code is loaded then: a
 * start needs none of it.
 */
export function clearTabOnUserChange(): void {
  let isFirst = true
  let userId: number | undefined
  watchSession((session) => {
    const hasChanged = !isFirst && session?.user.id !== userId
    isFirst = false
    userId = session?.user.id
    if (hasChanged)
      void import('#data/session/deleteStored.ts')
        .then(({ deleteTabItems }) => deleteTabItems('onSignOut'))
        .catch(ignoring('TypeError'))
  })
}
