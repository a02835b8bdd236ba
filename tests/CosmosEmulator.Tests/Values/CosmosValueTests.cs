using System.Text.Json;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.Values;

public sealed class CosmosValueTests
{
    [Theory]
    [InlineData("[1, {\"a\": 2}, null]", 3)]
    [InlineData("[]", 0)]
    [InlineData("{\"a\": 1}", 0)]
    [InlineData("\"text\"", 0)]
    public void Items_OfAValue_AreThoseOfAnArray(string json, int count)
    {
        var value = CosmosValue.From(JsonElement.Parse(json));

        Assert.Equal(Enumerable.Range(0, count).Select(index => value.Item(index)), value.Items());
        Assert.Equal(value.Items(), value.Detach().Items());
    }

    /// <summary>Milliseconds if the array is read once, and more than a minute if it is read up to each item again.</summary>
    [Fact(Timeout = 30_000)]
    public async Task Items_OfManyObjects_AreReadInOnePass()
    {
        const int count = 500_000;
        using var document = JsonDocument.Parse($"[{string.Join(',', Enumerable.Repeat("{}", count))}]");
        var value = CosmosValue.From(document.RootElement);

        Assert.Equal(count, await Task.Run(() => value.Items().Count(), TestContext.Current.CancellationToken));
    }

    /// <summary>Milliseconds if the members are read once, and more than a minute if each is looked for among all.</summary>
    [Fact(Timeout = 30_000)]
    public async Task Objects_OfManyMembers_AreComparedInOnePass()
    {
        var members = Enumerable.Range(0, 300_000).Select(number => $"\"{number}\":0");
        using var document = JsonDocument.Parse($"{{{string.Join(',', members)}}}");
        var value = CosmosValue.From(document.RootElement);
        var other = value.Detach();

        Assert.True(await Task.Run(() => value == other, TestContext.Current.CancellationToken));
    }

    [Fact]
    public void Objects_WithARepeatedName_AreEqualByItsLastValue()
    {
        var members = string.Concat(Enumerable.Range(0, 20).Select(number => $",\"{number}\":0"));
        var one = CosmosValue.From(JsonElement.Parse($"{{\"a\":1,\"a\":2{members}}}"));
        var other = CosmosValue.From(JsonElement.Parse($"{{\"a\":2,\"a\":2{members}}}"));
        var third = CosmosValue.From(JsonElement.Parse($"{{\"a\":2,\"a\":1{members}}}"));

        Assert.True(one == other);
        Assert.False(other == third);
    }
}
