import { ruleOf } from '../../columns/forms.ts'
import type { Column } from '../../sheets/index.ts'

/** The rule of a check, beside one of its results. */
export function CheckRule({ column }: { readonly column: Column }) {
  const rule = ruleOf(column.type, column.config)
  if (rule.length === 0) return null
  return (
    <section aria-label="Rule" className="flex flex-col gap-1.5 border-t pt-3">
      <h3 className="text-small font-semibold text-ink-soft">Rule</h3>
      <dl className="grid grid-cols-[minmax(5.5rem,max-content)_1fr] gap-x-3 gap-y-1 text-small">
        {rule.map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="text-ink-faint">{label}</dt>
            <dd className="max-h-60 min-w-0 overflow-auto break-words whitespace-pre-wrap [unicode-bidi:plaintext]">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
