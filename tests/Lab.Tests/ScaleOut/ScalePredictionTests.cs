using DroneDelivery.DroneDatabase.Emulator;
using DroneDelivery.LoadTests.Lab.ScaleOut;
using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.Lab.Tests.ScaleOut;

/// <summary>What is predicted from one instance: linear, until a shared resource is used up.</summary>
public sealed class ScalePredictionTests
{
    private const string Cpu = "Delivery's CPU";

    private static readonly IReadOnlyList<ScaleSeries> Series = ScaleOutLab.SeriesFor(ScaleTrials.One, cores: 2);

    private static ScaleSeries Usual => Series.Single(series => series.Name == ScaleOutLab.AllOwners);

    [Theory]
    [InlineData(1, 100, Cpu)]
    [InlineData(4, 400, Cpu)]
    [InlineData(7, 500, "the machine's CPU")]
    public void Predict_AllOwners_IsLinearUntilTheMachineIsUsedUp(int instances, double rate, string limit) =>
        Assert.Equal(new SharedLimit(limit, rate), Usual.Predict(instances, 100, Cpu));

    [Theory]
    [InlineData(null, true)]
    [InlineData(2, false)]
    public void Scenario_DeliveryLimitedByCpu_DoesNotSpin(int? connections, bool limitedByCpu) => Assert.Equal(
        limitedByCpu ? ["0"] : [],
        ScaleOutLab.Scenario(2, connections).DeliveryEnvironment.Select(variable => variable.Value));

    [Fact]
    public void Predict_ManyCores_IsLinearUntilTheRequestUnitsAreUsedUp()
    {
        var usual = ScaleOutLab.SeriesFor(ScaleTrials.One, cores: 8)[1];

        Assert.Equal(ScaleTrials.One.ByRequestUnits, usual.Predict(7, 100, Cpu));
    }

    /// <summary>A gateway that is not on the machine of the others would be the limit at 2 cores / 0.5 ms.</summary>
    [Fact]
    public void Limits_OfTheMachine_AreTheCoresOverTheCpuOfARequest() => Assert.Equal(
        [new SharedLimit("the machine's CPU", 500), new SharedLimit("the gateway's CPU", 4_000)],
        ScaleTrials.One.Cpu.Limits(cores: 2));

    /// <summary>2,500 RU/s on nine partitions, of which one serves all requests of 4 RU.</summary>
    [Fact]
    public void Predict_OneOwner_IsTheSameForAnyNumber()
    {
        var predicted = Series.Single(series => series.Name == ScaleOutLab.OneOwner);

        Assert.Equal(2_500.0 / 9 / 4, predicted.Predict(1, 100, Cpu).Rate, precision: 9);
        Assert.Equal(predicted.Predict(1, 100, Cpu), predicted.Predict(4, 100, Cpu));
    }

    /// <summary>1,000 of 2,500 RU/s allow 240 of 600 req/s, near the 250 of two and a half instances.</summary>
    [Fact]
    public void Predict_FewRequestUnits_HasItsKneeBetweenTwoAndThree()
    {
        var few = Series.Single(series => series.Name == ScaleOutLab.FewRequestUnits);

        Assert.Equal(1_000, few.Throughput);
        Assert.Equal([200, 240, 240], ((int[])[2, 3, 4]).Select(instances => few.Predict(instances, 100, Cpu).Rate));
    }

    [Fact]
    public void SeriesFor_NothingRead_HasNoneOfRequestUnits() => Assert.Equal(
        [ScaleOutLab.Direct, ScaleOutLab.AllOwners],
        ScaleOutLab.SeriesFor(ScaleTrials.One with { ByRequestUnits = null }, cores: 2).Select(series => series.Name));

    [Theory]
    [InlineData(0.12, null, 100, 0.833)]
    [InlineData(null, 2, 30, 0.705)]
    public void ShareUsed_TwoInstances_IsTheDemandOverWhatThereIs(
        double? cores, int? connections, double perSecond, double share)
    {
        var limit = new InstanceLimit(cores, connections, 47, null);

        Assert.Equal(share, limit.ShareUsed(2, perSecond * 2, deliveryMs: 1), precision: 3);
    }

    /// <summary>Partition 1 used 70 and 80 of its 100 RU/s in the two seconds that count.</summary>
    [Fact]
    public void PartitionShareOf_SecondsOfTheInterval_IsThatOfTheMostUsedPartition()
    {
        var container = ContainerState.None with
        {
            Partitions =
            [
                new("0", 1, 100, [new(10, 40, 1, 0)]),
                new("1", 1, 100, [new(9, 5_000, 1, 0), new(10, 70, 1, 0), new(11, 80, 1, 0), new(12, 5_000, 1, 0)]),
            ],
        };

        Assert.Equal(0.75, ScaleTrial.PartitionShareOf(container, second: 10, seconds: 2), precision: 9);
    }
}
