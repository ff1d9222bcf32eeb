/** The signs that people use most, by the names that they type. */
const signs =
  `+1 👍|-1 👎|smile 😄|laughing 😆|joy 😂|wink 😉|blush 😊|thinking 🤔|confused 😕|cry 😢|sob 😭|scream 😱|angry 😠|sweat 😅|sunglasses 😎|neutral 😐|heart ❤️|broken_heart 💔|tada 🎉|rocket 🚀|eyes 👀|fire 🔥|sparkles ✨|star ⭐|clap 👏|pray 🙏|muscle 💪|wave 👋|ok_hand 👌|point_right 👉|point_up ☝️|raised_hands 🙌|handshake 🤝|shrug 🤷|facepalm 🤦|bug 🐛|wrench 🔧|hammer 🔨|gear ⚙️|lock 🔒|unlock 🔓|key 🔑|bulb 💡|memo 📝|books 📚|book 📖|link 🔗|paperclip 📎|pushpin 📌|mag 🔍|package 📦|truck 🚚|recycle ♻️|wastebasket 🗑️|zap ⚡|boom 💥|bomb 💣|warning ⚠️|no_entry ⛔|stop_sign 🛑|construction 🚧|checkered_flag 🏁|white_check_mark ✅|x ❌|question ❓|exclamation ❗|heavy_plus_sign ➕|heavy_minus_sign ➖|arrow_up ⬆️|arrow_down ⬇️|arrow_right ➡️|arrow_left ⬅️|hourglass ⌛|alarm_clock ⏰|calendar 📅|chart_up 📈|chart_down 📉|moneybag 💰|gift 🎁|trophy 🏆|medal 🏅|crown 👑|gem 💎|ship 🚢|anchor ⚓|art 🎨|musical_note 🎵|coffee ☕|beer 🍺|pizza 🍕|cake 🎂|cookie 🍪|apple 🍎|dog 🐶|cat 🐱|turtle 🐢|snail 🐌|penguin 🐧|crab 🦀|snake 🐍|whale 🐳|robot 🤖|ghost 👻|skull 💀|sun ☀️|cloud ☁️|rainbow 🌈|snowflake ❄️|earth 🌍|seedling 🌱|herb 🌿|rose 🌹`
    .split('|')
    .map((one) => one.split(' ') as [string, string])

/** For `:ta`: those that begin so, then those that hold it. */
export function findSigns(begun: string): readonly { text: string; note: string }[] {
  const word = begun.slice(1).toLowerCase()
  const first = signs.filter(([name]) => name.startsWith(word))
  const others = signs.filter(([name]) => !name.startsWith(word) && name.includes(word))
  return [...first, ...others].slice(0, 8).map(([name, sign]) => ({ text: sign, note: name }))
}
