import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { Person, PersonCard } from '#contract/people.ts'
import { clock } from '#data/platform/clock.ts'
import { ShareButton } from '#parts/actions/ShareButton.tsx'
import { ExpandableText } from '#parts/cards/ExpandableText.tsx'
import { titleLink } from '#parts/navigation/links.ts'
import { ageOf, dayOfLife, peopleText } from '#text/people.ts'
import { factsLine } from '#text/titleFacts.ts'
import { readText } from '#text/titles.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { ownColor, Picture } from '#ui/pictures/Picture.tsx'
import styles from './PersonHead.module.css'
import { showsKnownForCarousel } from './showsKnownForCarousel.ts'

/** Header of a person's page: portrait, names and dates. Rendered from the cached card until the person has loaded. */
export function PersonHead({ known, details }: { known: PersonCard; details: Person | undefined }) {
  const name = known.fullnameFa || known.fullnameEn
  const roles = details && details.roles.length > 0 ? details.roles : [known.job]
  return (
    <header className={styles.head} style={ownColor(details?.knownFor[0]?.posterColor)}>
      <div className={styles.portrait}>
        <Picture source={known.image} shape="portrait" alt="" sizes="(min-width: 675px) 208px, 128px" first />
      </div>
      <div className={styles.names}>
        <h1 className={styles.name} tabIndex={-1}>
          {name}
        </h1>
        {known.fullnameFa !== '' && (
          <p className={styles.latin}>
            <bdi dir="ltr">{known.fullnameEn}</bdi>
          </p>
        )}
        <p className={styles.roles}>{factsLine(roles.map((role) => peopleText.role[role]))}</p>
      </div>
      <div className={styles.life}>
        {details ? <PersonFacts person={details} /> : <ParticularsSkeleton />}
        {details?.biography && <ExpandableText text={details.biography} label={peopleText.biography} />}
        {details && (
          <div className={styles.actions}>
            <ShareButton title={name} />
          </div>
        )}
      </div>
    </header>
  )
}

/** Biographical facts, and the best-known works when they are too few for a carousel. */
function PersonFacts({ person: { born, died, birthplace, knownFor } }: { person: Person }) {
  const age = ageOf(born, died, clock.now())
  const facts = [
    { name: peopleText.born, words: [dayOfLife(born), died === null && age] },
    { name: peopleText.died, words: [dayOfLife(died), died !== null && age] },
    { name: peopleText.birthplace, words: [birthplace] },
  ].flatMap(({ name, words: [first, second] }) => (first ? [{ name, first, second: second || undefined }] : []))
  const works = showsKnownForCarousel(knownFor) ? [] : knownFor
  if (facts.length + works.length === 0) return null
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, first, second }) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd className={styles.text}>
            <span>{first}</span> {second && <span className={styles.aside}>{second}</span>}
          </dd>
        </div>
      ))}
      {works.length > 0 && (
        <div className={styles.fact}>
          <dt>{peopleText.knownFor}</dt>
          <dd>
            {works.map((work, at) => (
              <Fragment key={work.id}>
                {at > 0 && peopleText.comma}
                <Link {...titleLink(work)} className={styles.work}>
                  {work.titleFa || work.titleEn}
                </Link>
              </Fragment>
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}

function ParticularsSkeleton() {
  return (
    <div className={styles.facts} role="status" aria-label={peopleText.particulars}>
      <Skeleton inlineSize="min(100%, 280px)" blockSize={14} />
      <Skeleton inlineSize="min(80%, 220px)" blockSize={14} />
    </div>
  )
}

/** Placeholder of the header with its final size. */
export function PersonHeadSkeleton() {
  return (
    <div className={styles.head}>
      <h1 className="sr-only" tabIndex={-1}>
        {readText.loading}
      </h1>
      <div className={styles.portrait}>
        <Skeleton ratio="1" radius="50%" />
      </div>
      <div className={styles.names}>
        <Skeleton inlineSize={200} blockSize={30} />
        <Skeleton inlineSize={130} blockSize={12} />
        <Skeleton inlineSize={90} blockSize={12} />
      </div>
      <div className={styles.life}>
        <ParticularsSkeleton />
        <Skeleton blockSize={14} />
        <Skeleton inlineSize="70%" blockSize={14} />
      </div>
    </div>
  )
}
