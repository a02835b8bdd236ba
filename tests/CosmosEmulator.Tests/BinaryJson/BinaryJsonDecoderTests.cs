using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.BinaryJson;

namespace DroneDelivery.CosmosEmulator.Tests.BinaryJson;

/// <summary>Bodies that the SDK wrote, whole and damaged.</summary>
public sealed class BinaryJsonDecoderTests
{
    private const int MaxBytes = 2 * 1024 * 1024;
    private static readonly JsonDocumentOptions Deep = new() { MaxDepth = 300 };

    [Theory]
    [InlineData(0)]
    [InlineData(SdkBinaryJson.AllOptions)]
    public void Documents_AtRandom_HaveTheirValues(int options)
    {
        var documents = new DocumentGenerator(new Random(5));
        for (var number = 0; number < 2_000; number++)
        {
            AssertReads(documents.Next(), options);
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(SdkBinaryJson.AllOptions)]
    public void Document_WithLongStringsAndArrays_HasItsValues(int options) => AssertReads(
        $$"""
        {
            "ascii": "{{new string('x', 70_000)}}{{new string('é', 40_000)}}",
            "packed": "{{string.Concat(Numbers(9_000).Select(number => $"{number} "))}}",
            "base64": "{{Convert.ToBase64String(new byte[90_000])}}",
            "bytes": [{{string.Join(',', Numbers(30_000).Select(number => number % 256))}}],
            "mixed": [{{string.Join(',', Numbers(9_000).Select(number => $"{number}, \"word {number % 700}\", {number}.5"))}}],
            "lowest": [-9223372036854775808, 9223372036854775807, -2147483648, -32768, -128, 255]
        }
        """,
        options);

    [Fact]
    public void Integers_BeyondTheSignedOnes_KeepTheirValue() =>
        AssertReads("""{"n":18446744073709551615}""", SdkBinaryJson.AllOptions);

    [Fact]
    public void Body_CutAnywhere_IsRefused()
    {
        foreach (var body in SampleBodies(30))
        {
            for (var length = 0; length < body.Length; length++)
            {
                Assert.False(BinaryJsonDecoder.TryDecode(body.AsMemory(0, length), MaxBytes, out _, out var fault), $"{length}");
                Assert.NotNull(fault);
                Assert.False(fault.IsTooLarge);
            }
        }
    }

    [Fact]
    public void Body_ChangedAtRandom_IsReadAsJsonOrRefused()
    {
        var random = new Random(7);
        var bodies = SampleBodies(100);
        for (var number = 0; number < 30_000; number++)
        {
            var body = bodies[random.Next(bodies.Count)].ToArray();
            for (var change = random.Next(1, 4); change > 0; change--)
            {
                var place = random.Next(1, body.Length);
                body[place] = (byte)(random.Next(2) == 0 ? body[place] ^ (1 << random.Next(8)) : random.Next(256));
            }

            if (BinaryJsonDecoder.TryDecode(body, MaxBytes, out var text, out var fault))
            {
                using var json = JsonDocument.Parse(text, Deep);
            }
            else
            {
                Assert.NotEmpty(fault.Message);
            }
        }
    }

    [Fact]
    public void Body_OfRandomBytes_IsReadAsJsonOrRefused()
    {
        var random = new Random(11);
        for (var number = 0; number < 30_000; number++)
        {
            var body = new byte[random.Next(1, 60)];
            random.NextBytes(body);
            body[0] = TypeMarkers.Format;
            if (BinaryJsonDecoder.TryDecode(body, MaxBytes, out var text, out _))
            {
                using var json = JsonDocument.Parse(text, Deep);
            }
        }
    }

    private static List<byte[]> SampleBodies(int count)
    {
        var documents = new DocumentGenerator(new Random(3));
        return [.. Numbers(count)
            .Select(number => SdkBinaryJson.Encode(documents.Next(), number % 2 == 0 ? 0 : SdkBinaryJson.AllOptions))
            .Where(body => body.Length < 3_000)];
    }

    private static IEnumerable<int> Numbers(int count) => Enumerable.Range(0, count);

    private static void AssertReads(string json, int options)
    {
        var body = SdkBinaryJson.Encode(json, options);

        Assert.True(BinaryJsonDecoder.TryDecode(body, MaxBytes, out var text, out var fault), fault?.Message);

        if (!JsonElement.DeepEquals(JsonElement.Parse(json), JsonElement.Parse(text.Span)))
        {
            Assert.Fail($"{json}\nis read as\n{Encoding.UTF8.GetString(text.Span)}");
        }
    }
}
