using DroneDelivery.Engine.Tests.Histograms;
using DroneDelivery.Histograms.Benchmarks;

const int Values = 10_000_000;

var results = new List<ShapeResult>();
foreach (var shape in Samples.Shapes)
{
    results.Add(ShapeResult.Measure(shape, Samples.Draw(shape, Values)));
}

Console.WriteLine(ResultTable.Write(results));
return results.TrueForAll(result => result.IsAsPromised) ? 0 : 1;
