using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace DroneDelivery.CosmosEmulator.Tests.BinaryJson;

/// <summary>Random documents, as JSON text, with strings and numbers of each kind that the binary form tells apart.</summary>
internal sealed class DocumentGenerator(Random random)
{
    private const int MaxDepth = 3;
    private const string Base64Characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    private static readonly JsonSerializerOptions Readable = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    // Those that come again are written as references.
    private static readonly string[] Words =
    [
        "id", "_ts", "type", "Point", "drone", "ownerId", "delivery", "a", "ab", "", "日本語の文字列", "Größe", "😀 smile",
        "line\nbreak", "\"quoted\"", "back\\slash", "\u0001", "a somewhat longer sentence with spaces, and a comma",
    ];

    public string Next() => NewObject(MaxDepth);

    private string NewObject(int depth)
    {
        var members = new Dictionary<string, string>(StringComparer.Ordinal);
        for (var member = random.Next(random.Next(8) == 0 ? 60 : 8); member > 0; member--)
        {
            members[random.Next(3) == 0 ? NewText() : Words[random.Next(Words.Length)]] = NewValue(depth - 1);
        }

        return $"{{{string.Join(',', members.Select(member => $"{Quote(member.Key)}:{member.Value}"))}}}";
    }

    private string NewValue(int depth) => random.Next(depth <= 0 ? 9 : 13) switch
    {
        0 => "null",
        1 => random.Next(2) == 0 ? "true" : "false",
        2 or 3 => NewInteger(),
        4 => NewReal(),
        < 9 => Quote(NewText()),
        9 => NewNumbers(),
        10 => $"[{string.Join(',', Enumerable.Range(0, random.Next(24)).Select(_ => NewValue(depth - 1)))}]",
        _ => NewObject(depth),
    };

    /// <summary>Not the lowest one, with which the SDK fails in an array of numbers with a fraction.</summary>
    private string NewInteger()
    {
        var value = random.NextInt64() >> random.Next(63);
        return (random.Next(2) == 0 ? value : -value).ToString(CultureInfo.InvariantCulture);
    }

    private string NewReal()
    {
        var value = random.Next(2) == 0
            ? random.Next(1, 4_000) / 8.0
            : random.NextDouble() * Math.Pow(10, random.Next(-300, 300));
        return value.ToString("R", CultureInfo.InvariantCulture);
    }

    /// <summary>Numbers of one width, or several arrays of as many of them.</summary>
    private string NewNumbers()
    {
        var isReal = random.Next(4) == 0;
        var max = 1L << random.Next(1, 62);
        var count = random.Next(random.Next(6) == 0 ? 300 : 20);
        var arrays = Enumerable.Range(0, random.Next(2, 5)).Select(_ => NewNumbers(isReal, max, count)).ToList();
        return random.Next(2) == 0 ? arrays[0] : $"[{string.Join(',', arrays)}]";
    }

    private string NewNumbers(bool isReal, long max, int count)
    {
        var numbers = Enumerable.Range(0, count).Select(_ => isReal ? NewReal() : $"{random.NextInt64(-max, max)}");
        return $"[{string.Join(',', numbers)}]";
    }

    private string NewText() => random.Next(12) switch
    {
        0 => $"{NewGuid()}",
        1 => $"{NewGuid()}".ToUpperInvariant(),
        2 => $"\"{NewGuid()}\"",
        3 => NewText("0123456789abcdef", 1, 260),
        4 => NewText("0123456789ABCDEF", 1, 260),
        5 => new DateTime(random.NextInt64(DateTime.MaxValue.Ticks), DateTimeKind.Utc).ToString("O"),
        6 => NewRange(),
        7 => NewBase64(),
        8 => NewText(" !,.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", 60, 400),
        9 => NewText("aé日ü€ ", 1, 200),
        _ => Words[random.Next(Words.Length)],
    };

    /// <summary>Characters that are near to each other, so that few bits tell them apart.</summary>
    private string NewRange()
    {
        var first = random.Next(32, 64);
        var codes = Enumerable.Range(first, 4 << random.Next(5)).Where(code => code < 127);
        return NewText(string.Concat(codes.Select(code => (char)code)), 10, 260);
    }

    private string NewBase64()
    {
        var bytes = new byte[random.Next(15, 300)];
        random.NextBytes(bytes);
        var text = Convert.ToBase64String(bytes);
        text = random.Next(2) == 0 ? text : text.Replace('+', '-').Replace('/', '_');
        return random.Next(2) == 0 ? text : text.TrimEnd('=') + Base64Characters[random.Next(Base64Characters.Length)];
    }

    private Guid NewGuid()
    {
        var bytes = new byte[16];
        random.NextBytes(bytes);
        return new Guid(bytes);
    }

    private string NewText(string characters, int min, int max)
    {
        var text = new StringBuilder();
        for (var left = random.Next(min, max); left > 0; left--)
        {
            text.Append(characters[random.Next(characters.Length)]);
        }

        return text.ToString();
    }

    private static string Quote(string text) => JsonSerializer.Serialize(text, Readable);
}
