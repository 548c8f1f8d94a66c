import type { ReactNode } from 'react'
import { Hint } from '../../forms/hint.js'
import type { FieldGroup, FieldSection } from '../../forms/schema-form.js'
import {
  canBeNamed,
  familyMark,
  fits,
  type PlannedFamily,
  type SettingFamilyMember,
  type SettingGroup,
  type SettingsPlan
} from '../../forms/settings-plan.js'
import { nameInWords } from '../../views/words.js'
import { AddName } from './add-name.js'

interface SettingSectionsOptions {
  readonly plan: SettingsPlan
  /** Whether a group was to be saved without a value. */
  readonly isEmpty: (group: SettingGroup) => boolean
  /** Adds a setting, or with a mark of a family a group of settings. */
  readonly add: (name: string) => void
  /** Removes a group; `section` is the id of the heading above it. */
  readonly remove: (group: SettingGroup, section: string) => void
}

/** The sections of a form of settings: one for each family, what every account has, and what the schema does not know. */
export function settingSections({ plan, isEmpty, add, remove }: SettingSectionsOptions): readonly FieldSection[] {
  const { families, general, others, takesOthers } = plan
  const removable = (group: SettingGroup, section: string, after?: ReactNode): FieldGroup => ({
    ...group,
    after,
    issue: isEmpty(group) ? 'Enter a value, or remove this group.' : undefined,
    aside: (
      <button type="button" className="small remove" onClick={() => remove(group, section)}>
        Remove<span className="visually-hidden"> {group.title}</span>
      </button>
    )
  })
  const sections = families.map(family => {
    const id = headingId(family.kind)
    const listed = (group: SettingGroup) => family.lists.length > 0 && <Lists family={family} group={group} add={add} />
    return {
      id,
      head: <FamilyHead family={family} add={add} />,
      groups: family.groups.map(group => removable(group, id, listed(group)))
    }
  })
  return [
    ...sections,
    ...(general
      ? [
          {
            id: headingId('general'),
            head: families.length > 0 && <h3>{general.title}</h3>,
            groups: [{ ...general, isPlain: true }]
          }
        ]
      : []),
    ...(takesOthers || others.length > 0
      ? [
          {
            id: headingId('others'),
            head: <OthersHead others={others} takesOthers={takesOthers} add={add} />,
            groups: others.map(group => removable(group, headingId('others')))
          }
        ]
      : [])
  ]
}

function headingId(section: string): string {
  return `settings-${section}`
}

interface FamilyHeadProps {
  readonly family: PlannedFamily
  readonly add: SettingSectionsOptions['add']
}

/** What a family is for, and what adds a name to it. */
function FamilyHead({ family, add }: FamilyHeadProps) {
  const { kind, title, description, one, nameTitle } = family
  return (
    <div className="family-head">
      <div id={headingId(kind)} className="stack tight">
        <h3>{title}</h3>
        <Hint text={description} />
      </div>
      <AddName
        action={`Add ${article(one)} ${one}`}
        group={`Add ${article(one)} ${one}`}
        label={nameTitle}
        issueOf={name => nameIssue(family, name)}
        add={name => add(familyMark(kind, name))}
      />
    </div>
  )
}

/** Why a family cannot have a name, with one that it can have where that is near. */
function nameIssue(family: PlannedFamily, name: string): string | undefined {
  if (family.groups.some(({ added }) => added === familyMark(family.kind, name)))
    return `There is already ${article(family.one)} ${family.one} with this name.`
  if (canBeNamed(family, name)) return undefined
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return plain !== name && canBeNamed(family, plain)
    ? `“${name}” cannot be used here. Try “${plain}”.`
    : `“${name}” cannot be used here.`
}

interface ListsProps extends FamilyHeadProps {
  readonly group: SettingGroup
}

/** What adds settings with a name of their own to a group, such as a header to a target. */
function Lists({ family, group: { title, names, added = '' }, add }: ListsProps) {
  const nameOf = ({ part }: SettingFamilyMember, name: string) => `${added}${part}.${name}`
  return (
    <div className="actions">
      {family.lists.map(list => {
        const one = (list.schema.title ?? nameInWords(list.part)).toLowerCase()
        return (
          <AddName
            key={list.part}
            action={`Add ${article(one)} ${one}`}
            group={`Add ${article(one)} ${one} to ${title}`}
            label={`Name of the ${one}`}
            hint={list.schema.description}
            issueOf={name => {
              if (names.includes(nameOf(list, name))) return `There is already ${article(one)} ${one} with this name.`
              return fits(nameOf(list, name), list.pattern) ? undefined : `“${name}” cannot be used here.`
            }}
            add={name => add(nameOf(list, name))}
          />
        )
      })}
    </div>
  )
}

interface OthersHeadProps extends Pick<SettingsPlan, 'others' | 'takesOthers'> {
  readonly add: SettingSectionsOptions['add']
}

/** Settings by their full names: what adds one, where the product takes some. */
function OthersHead({ others, takesOthers, add }: OthersHeadProps) {
  return (
    <div className="family-head">
      <div id={headingId('others')} className="stack tight">
        <h3>Other settings</h3>
        <p className="hint">
          {takesOthers
            ? 'Each is set by its full name.'
            : 'The product does not know these settings. They are stored, and have no effect.'}
        </p>
      </div>
      {takesOthers && (
        <AddName
          action="Add a setting"
          group="Add a setting"
          label="Full name"
          issueOf={name => {
            if (others.some(({ added }) => added === name)) return 'There is already a setting with this name.'
            return settingName.test(name)
              ? undefined
              : 'A name begins with a letter. It has letters, digits and the characters . - _ only, 128 at most.'
          }}
          add={add}
        />
      )}
    </div>
  )
}

/** The names that the host takes for a setting. */
const settingName = /^[A-Za-z][A-Za-z0-9_.-]{0,127}$/

function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? 'an' : 'a'
}
