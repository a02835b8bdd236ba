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
}
