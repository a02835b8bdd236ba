using System.Text.Json;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Lab.Http;

namespace DroneDelivery.Lab.Tests.Http;

public sealed class TimeFiguresTests
{
    [Fact]
    public void Figures_NothingMeasured_AreNotZero()
    {
        var figures = TimeFigures.FromHistogram(new LatencyHistogram());

        Assert.All(TimeFigures.Columns, column => Assert.Equal(LatencyValue.None, column.Of(figures)));
        using var json = JsonDocument.Parse(JsonSerializer.Serialize(figures, JsonSerializerOptions.Web));
        Assert.Equal(JsonValueKind.Null, json.RootElement.GetProperty("p99").ValueKind);
    }
}
