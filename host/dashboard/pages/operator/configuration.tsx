import { useState } from 'react'
import { Link } from 'wouter'
import { type Configuration as OperatorConfiguration, useConfiguration } from '../../api/operator.js'
import { Marked } from '../../parts/code.js'
import { Loaded } from '../../parts/loaded.js'
import { Card, Empty } from '../../parts/page.js'
import { capitalized, SettingRows } from './texts.js'

/** The settings and the deployment file as the host understands them. */
export function Configuration() {
  const configuration = useConfiguration()
  return (
    <div className="stack">
      <Card title="Environment">
        <p className="quiet">
          What this host was started with. To change it, edit the environment and restart. Secrets are masked.
        </p>
        <Loaded query={configuration} lines={60}>
          {({ settings }) => <Environment settings={settings} />}
        </Loaded>
      </Card>
      <Card title="Deployment file">
        <p className="quiet">
          Values are shown as they are typed in the file, with the defaults of what it leaves out. To change them, edit
          the file and restart. A plugin is the package of a product; its options are masked unless they are numbers or
          switches. How long data is stored is shown under <Link to="/operator?tab=storage">Storage</Link>.
        </p>
        <Loaded query={configuration} lines={40}>
          {({ members }) => <DeploymentFile members={members} />}
        </Loaded>
      </Card>
    </div>
  )
}

/** The members of the deployment file, in their groups. How long data is stored is on a page of its own. */
function DeploymentFile({ members }: Pick<OperatorConfiguration, 'members'>) {
  const here = members.filter(({ group }) => group !== 'Retention')
  return (
    <>
      {[...Map.groupBy(here, ({ group }) => group)].map(([group, own]) => (
        <section key={group} className="setting-group">
          <h3>{group}</h3>
          <SettingRows
            rows={own.map(({ name, title, about, value, isUsual }) => ({
              names: [name],
              title,
              meaning: <Marked text={about} />,
              value: (
                <>
                  <Marked text={value} /> {isUsual && <span className="quiet">by default</span>}
                </>
              )
            }))}
          />
        </section>
      ))}
    </>
  )
}

/** The settings, in their groups; all of them, or those that are set, or that a text is found in. */
function Environment({ settings }: Pick<OperatorConfiguration, 'settings'>) {
  const [text, setText] = useState('')
  const [showsUnset, setShowsUnset] = useState(true)
  const sought = text.trim().toLowerCase()
  const found = settings.filter(
    ({ name, title, meaning, value, usual }) =>
      (showsUnset || (value !== null && value !== usual)) &&
      `${name} ${title} ${meaning}`.toLowerCase().includes(sought)
  )
  return (
    <>
      <div className="filters">
        <label>
          Search the environment
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
            <option value="all">All variables</option>
            <option value="set">Only what is set</option>
          </select>
        </label>
      </div>
      {found.length === 0 && (
        <Empty title="No setting fits">
          <p className="quiet">The names and meanings of the settings are searched, not their values.</p>
        </Empty>
      )}
      {[...Map.groupBy(found, ({ group }) => group)].map(([group, own]) => (
        <section key={group} className="setting-group">
          <h3>{group}</h3>
          <SettingRows
            rows={own.map(({ name, title, meaning, value, usual }) => ({
              names: [name],
              title,
              meaning: <Marked text={`${capitalized(meaning.replace(/, such as \S+?(?=;|$)/, ''))}.`} />,
              value: <SettingValue value={value} usual={usual} />
            }))}
          />
        </section>
      ))}
    </>
  )
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
