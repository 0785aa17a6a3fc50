import { Suspense } from 'react'
import type { ChatTemplate } from '../../engine/template/blueprint/index.ts'
import { useMay } from '../api/index.ts'
import { MenuItem, MenuSeparator, MoreMenu, Skeleton } from '../design/index.ts'
import { LazyComposer, ModelSection } from '../prompts/forms.ts'
import { type Variant, variantName, withContent } from './variant.ts'

interface Props {
  readonly letter: string
  readonly variant: Variant
  /** The variables of all variants. */
  readonly names: readonly string[]
  /** True if the model and the messages are hidden, so that the answers are in view. */
  readonly isFolded: boolean
  readonly onChange: (variant: Variant) => void
  /** A part that does not parse keeps the variant from running. */
  readonly onValidity: (part: string, isValid: boolean) => void
  readonly onDuplicate: () => void
  readonly onRemove: (() => void) | null
  readonly onSave: () => void
  /** Null: a value is invalid. */
  readonly onCopy: (() => void) | null
}

/** The model and messages of a variant. */
export function VariantEditor({
  letter,
  variant,
  names,
  isFolded,
  onChange,
  onValidity,
  onDuplicate,
  onRemove,
  onSave,
  onCopy,
}: Props) {
  const maySave = useMay('contributor')
  return (
    <section aria-label={`Variant ${letter}`} className="flex flex-col gap-2">
      <header className="flex items-center gap-2">
        <h2 className="text-heading font-semibold">{letter}</h2>
        <bdi className="min-w-0 truncate text-ink-soft">
          {variantName(variant)}
          {isFolded && ` · ${variant.metadata?.model?.name ?? 'no model'}`}
        </bdi>
        <div className="ml-auto">
          <MoreMenu label={`More for variant ${letter}`}>
            {maySave && <MenuItem onSelect={onSave}>Save as version</MenuItem>}
            <MenuItem onSelect={onDuplicate}>Duplicate</MenuItem>
            <MenuItem disabled={!onCopy} onSelect={() => onCopy?.()}>
              Copy as cURL
            </MenuItem>
            {onRemove && (
              <>
                <MenuSeparator />
                <MenuItem onSelect={onRemove} danger>
                  Remove
                </MenuItem>
              </>
            )}
          </MoreMenu>
        </div>
      </header>
      <div hidden={isFolded} className="flex flex-col gap-2">
        <div className="rounded-lg border bg-surface">
          <ModelSection
            metadata={variant.metadata}
            readOnly={false}
            onChange={(metadata) => onChange(withContent(variant, { template: variant.template, metadata }))}
          />
        </div>
        <Suspense fallback={<Skeleton className="h-52" />}>
          <LazyComposer
            version={{ template: variant.template, metadata: variant.metadata }}
            names={names}
            readOnly={false}
            onChange={({ template, metadata }) =>
              onChange(withContent(variant, { template: template as ChatTemplate, metadata }))
            }
            onValidity={onValidity}
          />
        </Suspense>
      </div>
    </section>
  )
}
