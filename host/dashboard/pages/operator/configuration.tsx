import { useState } from 'react'
import { Link } from 'wouter'
import { type Configuration as OperatorConfiguration, useConfiguration } from '../../api/operator/operator.js'
import { Marked } from '../../parts/code.js'
import { Loaded } from '../../parts/loaded.js'
import { Card, Empty } from '../../parts/page.js'
import { capitalized, type SettingRow, SettingRows } from './texts.js'

/** The settings and the deployment file as the host understands them: all of it, or what is set, or what a text is found in. */
export function Configuration() {
  const configuration = useConfiguration()
  const [text, setText] = useState('')
  const [showsUnset, setShowsUnset] = useState(true)
  const isShown = (names: string, isSet: boolean) =>
    (showsUnset || isSet) && names.toLowerCase().includes(text.trim().toLowerCase())
  return (
    <div className="stack">
      <div className="filters">
        <label>
          Search
          <input
            type="search"
            placeholder="Name or text"
            autoComplete="off"
            value={text}
            onChange={event => setText(event.target.value)}
          />
        </label>
        <label>
          Show
          <select value={showsUnset ? 'all' : 'set'} onChange={event => setShowsUnset(event.target.value === 'all')}>
            <option value="all">Everything</option>
            <option value="set">Only what is set</option>
          </select>
        </label>
      </div>
      <Card title="Environment">
        <p className="quiet">
          What this host was started with. To change it, edit the environment and restart. Secrets are masked.
        </p>
        <Loaded query={configuration} lines={60}>
          {({ settings }) => <Environment settings={settings} isShown={isShown} />}
        </Loaded>
      </Card>
      <Card title="Deployment file">
        <p className="quiet">
          Values are shown as they are typed in the file, with the defaults of what it leaves out. To change them, edit
          the file: running hosts follow it, except for <code>billing</code> and <code>operator</code>, which need a
          restart. A plugin is the package of a product; its options are masked unless they are numbers or switches. How
          long data is stored is shown under <Link to="/operator?tab=storage">Storage</Link>.
        </p>
        <Loaded query={configuration} lines={40}>
          {({ members }) => <DeploymentFile members={members} isShown={isShown} />}
        </Loaded>
      </Card>
    </div>
  )
}

interface Filtered {
  /** Whether a row is shown, by its texts and by whether somebody has set it. */
  readonly isShown: (texts: string, isSet: boolean) => boolean
}

/** The settings, in their groups. */
function Environment({ settings, isShown }: Pick<OperatorConfiguration, 'settings'> & Filtered) {
  const rows = settings
    .filter(({ name, title, meaning, value, usual }) =>
      isShown(`${name} ${title} ${meaning}`, value !== null && value !== usual)
    )
    .map(({ name, title, meaning, value, usual, group }) => ({
      group,
      names: [name] as const,
      title,
      meaning: <Marked text={`${capitalized(meaning.replace(/, such as \S+?(?=;|$)/, ''))}.`} />,
      value: <SettingValue value={value} usual={usual} />
    }))
  return <Groups rows={rows} />
}

/** The members of the deployment file, in their groups. How long data is stored is on a page of its own. */
function DeploymentFile({ members, isShown }: Pick<OperatorConfiguration, 'members'> & Filtered) {
  const rows = members
    .filter(({ group }) => group !== 'Retention')
    .filter(({ name, title, about, group, isUsual }) => isShown(`${name} ${title} ${about} ${group}`, !isUsual))
    .map(({ name, title, about, value, isUsual, group }) => ({
      group,
      names: [name] as const,
      title,
      meaning: <Marked text={about} />,
      value: (
        <>
          <Marked text={value} /> {isUsual && <span className="quiet">by default</span>}
        </>
      )
    }))
  return <Groups rows={rows} />
}

function Groups({ rows }: { readonly rows: readonly (SettingRow & { readonly group: string })[] }) {
  if (rows.length === 0)
    return (
      <Empty title="No setting fits">
        <p className="quiet">The names and meanings of the settings are searched, not their values.</p>
      </Empty>
    )
  return [...Map.groupBy(rows, ({ group }) => group)].map(([group, own]) => (
    <section key={group} className="setting-group">
      <h3>{group}</h3>
      <SettingRows rows={own} />
    </section>
  ))
}

type ShownSetting = OperatorConfiguration['settings'][number]

/** What a setting is as it is typed, or what it is by default. */
function SettingValue({ value, usual }: Pick<ShownSetting, 'value' | 'usual'>) {
  if (value !== null && value !== usual) return <code>{value}</code>
  if (usual === 'none') return <span className="quiet">Not set</span>
  return (
    <>
      {usual === 'off' || usual.includes(' ') ? <Marked text={capitalized(usual)} /> : <code>{usual}</code>}{' '}
      <span className="quiet">by default</span>
    </>
  )
}
