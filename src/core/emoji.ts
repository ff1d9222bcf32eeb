/** The signs that people use most, by the names that they type. */
export const signs: readonly (readonly [name: string, sign: string])[] =
  `+1 👍|-1 👎|smile 😄|laughing 😆|joy 😂|wink 😉|blush 😊|thinking 🤔|confused 😕|cry 😢|sob 😭|scream 😱|angry 😠|sweat 😅|sunglasses 😎|neutral 😐|heart ❤️|broken_heart 💔|tada 🎉|rocket 🚀|eyes 👀|fire 🔥|sparkles ✨|star ⭐|clap 👏|pray 🙏|muscle 💪|wave 👋|ok_hand 👌|point_right 👉|point_up ☝️|raised_hands 🙌|handshake 🤝|shrug 🤷|facepalm 🤦|bug 🐛|wrench 🔧|hammer 🔨|gear ⚙️|lock 🔒|unlock 🔓|key 🔑|bulb 💡|memo 📝|books 📚|book 📖|link 🔗|paperclip 📎|pushpin 📌|mag 🔍|package 📦|truck 🚚|recycle ♻️|wastebasket 🗑️|zap ⚡|boom 💥|bomb 💣|warning ⚠️|no_entry ⛔|stop_sign 🛑|construction 🚧|checkered_flag 🏁|white_check_mark ✅|x ❌|question ❓|exclamation ❗|heavy_plus_sign ➕|heavy_minus_sign ➖|arrow_up ⬆️|arrow_down ⬇️|arrow_right ➡️|arrow_left ⬅️|hourglass ⌛|alarm_clock ⏰|calendar 📅|chart_up 📈|chart_down 📉|moneybag 💰|gift 🎁|trophy 🏆|medal 🏅|crown 👑|gem 💎|ship 🚢|anchor ⚓|art 🎨|musical_note 🎵|coffee ☕|beer 🍺|pizza 🍕|cake 🎂|cookie 🍪|apple 🍎|dog 🐶|cat 🐱|turtle 🐢|snail 🐌|penguin 🐧|crab 🦀|snake 🐍|whale 🐳|robot 🤖|ghost 👻|skull 💀|sun ☀️|cloud ☁️|rainbow 🌈|snowflake ❄️|earth 🌍|seedling 🌱|herb 🌿|rose 🌹`
    .split('|')
    .map((one) => one.split(' ') as [string, string])

const byName = new Map(signs)
/** Not inside of a word, a time or an address. */
const shortcode = /(?<![\p{L}\p{N}:/])(?::([a-z0-9_+-]{1,20}):)(?![\p{L}\p{N}:/])/gu

/** `:tada:` as the sign that it stands for; what stands for none is left as it is. */
export function withSigns(text: string): string {
  return text.includes(':') ? text.replaceAll(shortcode, (code, name: string) => byName.get(name) ?? code) : text
}
