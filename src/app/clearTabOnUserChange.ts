import { watchSession } from '#data/database/session.ts'
import { ignoring } from '#data/platform/ignoring.ts'

/**
 * Deletes this tab's items of a user when another user, or none, is signed in by another tab. The code is loaded then: a
 * start needs none of it.
 */
export function clearTabOnUserChange(): void {
  let userId: number | undefined
  watchSession((session) => {
    // A guest's items stay: the action that a guest began runs after sign-in.
    const hasChanged = userId !== undefined && session?.user.id !== userId
    userId = session?.user.id
    if (hasChanged)
      void import('#data/session/deleteStored.ts')
        .then(({ deleteTabItems }) => deleteTabItems('onSignOut'))
        .catch(ignoring('TypeError'))
  })
}
