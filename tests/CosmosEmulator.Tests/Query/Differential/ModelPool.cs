using System.Text.Json;

namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>The scalars of random documents and queries, as JSON. There are few of them, so that many are equal.</summary>
/// <param name="IsMerged">Whether a client merges the answers of partitions, by rules of its own.</param>
/// <param name="HasExactSums">Whether sums of the numbers are the same in any order.</param>
internal sealed record ModelPool(bool IsMerged, bool HasExactSums, string[] Numbers, string[] Texts)
{
    private const int Few = 5;

    private static readonly string[] SmallNumbers =
        ["0", "1", "1.0", "2", "2E0", "3", "-1", "7", "10", "0.5", "2.5", "-2.5", "4.25"];

    // 2^53 and the integer after it, which has no double of its own; the least and the greatest 64-bit integer.
    private static readonly string[] LargeNumbers =
    [
        "9007199254740992", "9007199254740993", .. SmallNumbers, "-9007199254740993", "-9223372036854775808",
        "9223372036854775807", "1e20", "-1E+20", "1e-7", "0.1",
    ];

    private static readonly string[] UsualTexts =
    [
        "", "a", "B", "😀", "ab", "b", "abc", "ba", "z", "é", "É", "it's", "\"q\"", "a\\b", "a%b", "a_b", "  ", "10", "true",
        "😀a", "a😀b", "日本", "a text of more than sixteen bytes", "line\nbreak",
    ];

    /// <summary>For one partition, which is asked directly.</summary>
    public static ModelPool Direct { get; } = new(
        IsMerged: false, HasExactSums: true, [.. LargeNumbers, "-0.0", "-0"], [.. UsualTexts, "a\0", "\0", "\uff5e", "\u0001"]);

    /// <summary>
    /// For the SDK. In DISTINCT it tells -0 from 0, and does not see zeros at the end of a short string. It merges strings by
    /// UTF-16 units, as if code points above 0xFFFF were before those from 0xE000 on.
    /// </summary>
    public static ModelPool Merged { get; } = new(IsMerged: true, HasExactSums: false, LargeNumbers, UsualTexts);

    /// <summary>Also for the SDK, with sums.</summary>
    public static ModelPool MergedSums { get; } = new(IsMerged: true, HasExactSums: true, SmallNumbers, UsualTexts);

    public static string[] PartitionKeys { get; } =
        ["\"p0\"", "\"p1\"", "\"p2\"", "\"p3\"", "\"p4\"", "1", "2.5", "true", "false", "null"];

    public string NextNumber(Random random) => Pick(random, Numbers);

    /// <summary>A scalar as JSON.</summary>
    public string NextScalar(Random random) => random.Next(10) switch
    {
        0 => "null",
        1 => "true",
        2 => "false",
        < 7 => NextNumber(random),
        _ => JsonSerializer.Serialize(Pick(random, Texts)),
    };

    /// <summary>Half of the time one of the first few, so that conditions often meet an equal value.</summary>
    private static string Pick(Random random, string[] all) => all[random.Next(random.Next(2) == 0 ? Few : all.Length)];
}
