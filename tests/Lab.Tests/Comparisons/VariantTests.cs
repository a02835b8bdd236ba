using DroneDelivery.LoadTests.Lab.Comparisons;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Lab.Tests.Comparisons;

public sealed class VariantTests
{
    [Fact]
    public void Parse_Test_IsThatTest() =>
        Assert.Equal(new Variant("more-ru", TuningLab.MoreRequestUnits), Variant.Parse("more-ru"));

    [Theory]
    [InlineData("baseline throughput=1200 max-concurrency=-1")]
    [InlineData("baseline,throughput=1200,max-concurrency=-1")]
    public void Parse_FlagsChanged_AreThoseOfTheTest(string text)
    {
        var scenario = Variant.Parse(text).Scenario;

        Assert.Equal(
            ("baseline", 1200, -1, "deliveryId"),
            (scenario.Name, scenario.Throughput, scenario.MaxConcurrency, scenario.PartitionKey));
        Assert.Null(scenario.Published);
    }

    [Fact]
    public void Parse_FlagsAlone_StartFromTheOtherSide()
    {
        var variant = Variant.Parse("partition-key=ownerId", TuningLab.ParallelQuery);

        Assert.Equal(
            ("partition-key=ownerId", "ownerId", -1),
            (variant.Name, variant.Scenario.PartitionKey, variant.Scenario.MaxConcurrency));
    }

    [Theory]
    [InlineData("parallel-query fault=slow-partition")]
    [InlineData("parallel-query+slow-partition")]
    public void Parse_Fault_IsPlanted(string text) => Assert.Equal("slow-partition", Variant.Parse(text).Scenario.Fault?.Name);

    [Theory]
    [InlineData("test-5", "There is no test 'test-5'. Tests: baseline, more-ru, parallel-query, owner-key.")]
    [InlineData("", "names no test")]
    [InlineData("throughput=900", "names no test")]
    [InlineData("baseline throughput=many", "throughput takes RU/s, a multiple of 100 from 600 to 1,000,000; it is 'many'.")]
    [InlineData("baseline throughput=5", "throughput takes RU/s")]
    [InlineData("baseline partitions=50", "50 physical partitions need a throughput of at least 3,000 RU/s; it is 900.")]
    [InlineData("baseline partitions=0", "partitions takes a whole number from 1 to 100; it is '0'.")]
    [InlineData("baseline max-concurrency=-2", "max-concurrency takes a whole number from -1 to 1,000; it is '-2'.")]
    [InlineData("baseline partition-key=id", "one of deliveryId, ownerId")]
    [InlineData("baseline fault=fire", "one of hot-key,")]
    [InlineData("baseline color=red", "'color=red' is no flag with a value. Flags: throughput=RU/s,")]
    [InlineData("baseline more-ru", "'more-ru' is no flag with a value")]
    public void Parse_AnythingElse_SaysWhatIsAllowed(string text, string message) =>
        Assert.Contains(message, Assert.Throws<FormatException>(() => Variant.Parse(text)).Message);

    [Fact]
    public void Parse_Folder_PointsToTheOptions() =>
        Assert.Contains("--a and --b", Assert.Throws<FormatException>(() => Variant.Parse(Path.GetTempPath())).Message);
}
