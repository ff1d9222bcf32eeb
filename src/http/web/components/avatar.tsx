type AvatarProps = { src: string; size?: 20 | 24 | 32 | 64 | 96 | undefined; label?: string | undefined }

/** Decorative unless it stands alone: then `label` names the person. */
export function Avatar({ src, size = 24, label = '' }: AvatarProps) {
  return <img class="avatar" src={src} width={size} height={size} alt={label} loading="lazy" decoding="async" />
}
