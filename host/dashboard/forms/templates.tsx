import CoreInput from '@rjsf/core/lib/components/templates/BaseInputTemplate.js'
import type {
  BaseInputTemplateProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RegistryFieldsType,
  TemplatesType
} from '@rjsf/utils'
import { JsonField } from './json-field.js'
import { ListField } from './list-field.js'

/** Fields that stand together under a title. */
export interface FieldGroup {
  readonly title: string
  readonly names: readonly string[]
  /** What the names begin with and their labels leave out. */
  readonly prefix?: string
}

/** What a form's root may be told of the order of its fields. */
export interface FormContext {
  readonly groups?: readonly FieldGroup[]
  /** Fields that stand first; the others are behind "More fields". */
  readonly featured?: readonly string[]
}

/** Texts that may have so many characters want a whole line. */
const longLine = 500

function FieldTemplate(props: FieldTemplateProps) {
  const {
    id,
    label,
    required,
    rawDescription,
    rawErrors = [],
    children,
    hidden,
    displayLabel,
    schema,
    uiSchema
  } = props
  if (hidden) return <div hidden>{children}</div>
  if (schema.type === 'object' || uiSchema?.['ui:field'] !== undefined) return children
  const isCheckbox = uiSchema?.['ui:widget'] === 'checkbox'
  return (
    <div className={`field ${rawErrors.length > 0 ? 'faulty' : ''} ${isLong(schema) ? 'long' : ''}`}>
      {displayLabel && !isCheckbox && (
        <label htmlFor={id}>
          {label} {required && <span className="needed">needed</span>}
        </label>
      )}
      {rawDescription && (
        <p className="hint" id={`${id}__description`}>
          {rawDescription}
        </p>
      )}
      {children}
      <div className="faults" id={`${id}__error`}>
        {rawErrors.map(error => (
          <p key={error}>{error}</p>
        ))}
      </div>
    </div>
  )
}

/** Whether a field wants the whole width. */
function isLong({ maxLength = 0, format }: FieldTemplateProps['schema']): boolean {
  return maxLength >= longLine && format === undefined
}

function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { title, description, properties, fieldPathId, registry, errorSchema = {} } = props
  const { featured, groups }: FormContext = registry.formContext
  if (fieldPathId.path.length > 0)
    return (
      <fieldset className="form group" id={fieldPathId.$id}>
        <legend className="legend">{title}</legend>
        {description && <p className="hint">{description}</p>}
        {properties.map(({ content }) => content)}
      </fieldset>
    )
  if (groups)
    return (
      <div className="form" id={fieldPathId.$id}>
        {groups.map(group => (
          <fieldset key={group.title} className="form group">
            <legend className="legend">{group.title}</legend>
            <div className="form spread">
              {properties.filter(({ name }) => group.names.includes(name)).map(({ content }) => content)}
            </div>
          </fieldset>
        ))}
      </div>
    )
  const first = properties.filter(({ name }) => !featured || featured.includes(name))
  const rest = properties.filter(property => !first.includes(property))
  if (first.length === 0)
    return (
      <div className="form spread" id={fieldPathId.$id}>
        {rest.map(({ content }) => content)}
      </div>
    )
  const isFaulty = rest.some(({ name }) => name in errorSchema)
  return (
    <div className="form" id={fieldPathId.$id}>
      {first.map(({ content }) => content)}
      {rest.length > 0 && (
        <details open={isFaulty}>
          <summary>
            {rest.length} more {rest.length === 1 ? 'field' : 'fields'}
          </summary>
          <div className="form spread">{rest.map(({ content }) => content)}</div>
        </details>
      )}
    </div>
  )
}

/** The library's own input, which says to those who do not see it that it is wrong. */
function BaseInputTemplate(props: BaseInputTemplateProps) {
  return <CoreInput {...props} aria-invalid={(props.rawErrors?.length ?? 0) > 0} />
}

/** How forms look here. */
export const templates: Partial<TemplatesType> = { BaseInputTemplate, FieldTemplate, ObjectFieldTemplate }

/** Fields beyond those that the library has. */
export const fields: RegistryFieldsType = { json: JsonField, list: ListField }
