import { useConfiguration } from '../../api/operator.js'
import { Loaded } from '../../parts/loaded.js'
import { Card } from '../../parts/page.js'
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
          {({ settings }) =>
            [...Map.groupBy(settings, ({ group }) => group)].map(([group, own]) => (
              <section key={group} className="setting-group">
                <h3>{group}</h3>
                <SettingRows
                  rows={own.map(({ name, title, meaning, value }) => ({
                    name,
                    title,
                    meaning: capitalized(meaning.replace(/, such as \S+?(?=;|$)/, '')),
                    value: value ?? <span className="quiet">Not set</span>
                  }))}
                />
              </section>
            ))
          }
        </Loaded>
      </Card>
      <Card title="Deployment file">
        <p className="quiet">
          With the defaults of what it leaves out. Options of plugins are masked unless they are numbers or switches.
        </p>
        <Loaded query={configuration} lines={10}>
          {({ deployment }) => <SettingRows rows={membersOf(deployment).map(([name, value]) => ({ name, value }))} />}
        </Loaded>
      </Card>
    </div>
  )
}

/** Every member of an object and of the objects in it, by its path. */
function membersOf(value: unknown, path = ''): readonly (readonly [path: string, value: string])[] {
  if (Array.isArray(value) && value.some(isNested))
    return value.flatMap((each, index) => membersOf(each, `${path}[${index}]`))
  if (Array.isArray(value)) return [[path, value.length > 0 ? value.join(', ') : 'none']]
  if (!isNested(value)) return [[path, typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)]]
  return Object.entries(value).flatMap(([name, member]) => membersOf(member, path === '' ? name : `${path}.${name}`))
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
