using System.Text.Json;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.PartitionKeys;

public sealed class EffectivePartitionKeyTests
{
    [Theory]
    [InlineData("\"redmond\"", "22E342F38A486A088463DFF7838A5963")]
    [InlineData("\"o7\"", "2F39B71194BB00E1B15D04E103CBAB30")]
    [InlineData("5.0", "19C08621B135968252FB34B4CF66F811")]
    [InlineData("true", "0E711127C5B5A8E4726AC6DD306A3E59")]
    [InlineData("null", "378867E4430E67857ACE5C908374FE16")]
    public void Key_OfAValue_IsTheServicesHash(string json, string expected)
    {
        var value = CosmosValue.From(JsonElement.Parse(json));

        Assert.Equal(expected, EffectivePartitionKey.From(value).ToHex());
    }

    [Fact]
    public void Key_OfAnAbsentValue_IsTheServicesHash() =>
        Assert.Equal("11622DAA78F835834610ABE56EFF5CB5", EffectivePartitionKey.From(CosmosValue.Undefined).ToHex());

    /// <summary>The SDK chooses partitions by its own hash: all kinds of keys, at the ends of their ranges and at random.</summary>
    [Fact]
    public void Key_OfAnyValue_IsHashedAsByTheSdk()
    {
        string[] edges =
        [
            "0", "-0.0", "9007199254740992", "-9007199254740993", "1e308", "5e-324", "true", "false", "null", "\"\"",
            $"\"{new string('x', 127)}\"", $"\"{new string('x', 128)}\"", $"\"{new string('ü', 1023)}\"", "\"😀\"",
        ];
        var random = new Random(17);

        foreach (var json in edges.Concat(Enumerable.Range(0, 100_000).Select(_ => RandomKey(random))))
        {
            var value = CosmosValue.From(JsonElement.Parse(json));

            Assert.Equal((json, SdkPartitionKey.Hash(json)), (json, EffectivePartitionKey.From(value).ToHex()));
        }
    }

    /// <summary>The SDK hashes each level as a key of its own.</summary>
    [Fact]
    public void Key_OfSeveralLevels_IsHashedAsByTheSdk()
    {
        var random = new Random(19);
        for (var number = 0; number < 100_000; number++)
        {
            var levels = RandomLevels(random, random.Next(1, 4));

            var key = EffectivePartitionKey.From(Values(levels));

            Assert.Equal((string.Join(',', levels), SdkPartitionKey.HashLevels(levels)), (string.Join(',', levels), key.ToHex()));
        }
    }

    /// <summary>A query that names the first levels asks for the range between two keys.</summary>
    [Fact]
    public void Range_OfTheFirstLevels_IsThatOfTheSdkAndHasJustTheKeysThatBeginWithThem()
    {
        var random = new Random(20);
        for (var number = 0; number < 1_000; number++)
        {
            var prefix = RandomLevels(random, random.Next(1, 3));
            var whole = Values([.. prefix, .. RandomLevels(random, 3 - prefix.Length)]);
            var other = Values([$"\"other {number}\"", .. RandomLevels(random, 2)]);

            var (min, max) = SdkPartitionKey.FindRange(prefix);
            Assert.True(EffectivePartitionKey.TryParse(min, out var start));
            Assert.True(EffectivePartitionKey.TryParse(max, out var end));
            var key = EffectivePartitionKey.From(Values(prefix));

            Assert.Equal((key, max), (start, end.ToHex()));
            foreach (var range in new[] { new EpkRange(start, end), new EpkRange(key, key.Next) })
            {
                Assert.True(range.Contains(EffectivePartitionKey.From(whole)));
                Assert.False(range.Contains(EffectivePartitionKey.From(other)));
            }
        }
    }

    [Fact]
    public void Keys_OfAnyLevels_HaveTheOrderOfTheirTexts()
    {
        var random = new Random(21);
        var first = RandomLevels(random, 1);
        var keys = Enumerable.Range(0, 1_000)
            .Select(_ => (string[])[.. first.Take(random.Next(2)), .. RandomLevels(random, random.Next(1, 3))])
            .Append(first)
            .Select(levels => EffectivePartitionKey.From(Values(levels)))
            .Append(EffectivePartitionKey.End)
            .ToList();

        Assert.Equal(keys.Select(key => key.ToHex()).Order(StringComparer.Ordinal), keys.Order().Select(key => key.ToHex()));
    }

    [Fact]
    public void Key_OfSeveralLevelsWrittenAsBytes_IsReadAgain()
    {
        var key = EffectivePartitionKey.From([CosmosValue.From("a"), CosmosValue.Null, CosmosValue.From(7)]);
        Span<byte> bytes = new byte[EffectivePartitionKey.MaxBytes];

        Assert.Equal(EffectivePartitionKey.MaxBytes, key.WriteTo(bytes));
        Assert.Equal(key, EffectivePartitionKey.Read(bytes));
    }

    private static string[] RandomLevels(Random random, int count) =>
        [.. Enumerable.Range(0, count).Select(_ => random.Next(10) == 0 ? "{}" : RandomKey(random))];

    private static CosmosValue[] Values(string[] levels) =>
        [.. levels.Select(json => json == "{}" ? CosmosValue.Undefined : CosmosValue.From(JsonElement.Parse(json)))];

    private static string RandomKey(Random random) => random.Next(4) switch
    {
        0 => JsonSerializer.Serialize(random.NextDouble() * Math.Pow(10, random.Next(-300, 300))),
        1 => $"{random.NextInt64(-1L << 53, 1L << 53)}",
        _ => JsonSerializer.Serialize(string.Concat(Enumerable.Range(0, random.Next(200)).Select(_ => (char)random.Next(1, 0xD7FF)))),
    };

    [Theory]
    [InlineData("")]
    [InlineData("FF")]
    [InlineData("071C71C71C71C71C71C71C71C71C71C7")]
    [InlineData("071C71C71C71C71C71C71C71C71C71C7FF")]
    [InlineData("071C71C71C71C71C71C71C71C71C71C722E342F38A486A088463DFF7838A5963")]
    [InlineData("071C71C71C71C71C71C71C71C71C71C722E342F38A486A088463DFF7838A59632F39B71194BB00E1B15D04E103CBAB30FF")]
    public void Key_WrittenAndRead_IsTheSame(string text)
    {
        Assert.True(EffectivePartitionKey.TryParse(text, out var key));
        Assert.Equal(text, key.ToHex());
    }

    [Theory]
    [InlineData("x")]
    [InlineData("071C71C71C71C71C71C71C71C71C71C7x")]
    [InlineData("071C71C71C71C71C71C71C71C71C71C722E342F38A486A088463DFF7838A59632F39B71194BB00E1B15D04E103CBAB30FFF")]
    public void Text_OfNoKey_IsNotRead(string text) => Assert.False(EffectivePartitionKey.TryParse(text, out _));

    [Fact]
    public void Ranges_OfNinePartitions_AreEqualAndCoverTheSpace()
    {
        var ranges = EpkRange.Split(9);

        Assert.Equal("", ranges[0].Min.ToHex());
        Assert.Equal("071C71C71C71C71C71C71C71C71C71C7", ranges[0].Max.ToHex());
        Assert.Equal("FF", ranges[8].Max.ToHex());
        Assert.All(Enumerable.Range(1, 8), i => Assert.Equal(ranges[i - 1].Max, ranges[i].Min));
    }
}
