import { Link } from '@tanstack/react-router'
import { useOnline, useSession } from '#data/react/readHooks.ts'
import { AccountPage } from '#features/account/form/AccountPage.tsx'
import { profileText } from '#text/profile.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { FormAlert } from '#ui/controls/FormAlert.tsx'
import { EmailForm } from './EmailForm.tsx'
import { NameForm } from './NameForm.tsx'
import styles from './Profile.module.css'

/** Changes the user's name and e-mail address. A Telegram account has neither address nor password until it adds them. */
export function ProfileScreen() {
  const session = useSession()
  const online = useOnline()
  if (session.state !== 'member') return null
  const { name, email } = session.user
  return (
    <AccountPage
      title={profileText.title}
      note={email === null ? profileText.noteWithoutEmail : profileText.note}
      footer={email !== null && <Link to="/user/edit-password">{profileText.password}</Link>}
    >
      {!online && (
        <div className={styles.notice}>
          <FormAlert tone="notice">{profileText.offline}</FormAlert>
        </div>
      )}
      <NameForm name={name} />
      <EmailForm email={email} />
      <section className={styles.section} aria-labelledby="deletion-title">
        <h2 id="deletion-title" className={styles.title}>
          {profileText.deletion}
        </h2>
        <p className={styles.current}>{profileText.deletionNote}</p>
        <Link to="/user/delete-account" className={buttonClass('danger')}>
          {profileText.deletionOpen}
        </Link>
      </section>
    </AccountPage>
  )
}
