using DroneDelivery.LoadTests.Insight.Advice;

namespace DroneDelivery.Insight.Tests.Advice;

public sealed class BoundsTests
{
    private static readonly IReadOnlyList<CyclePart> Cycle =
    [
        new("think time", 300, InSystem: false),
        new("the services", 50, InSystem: true),
        new("the database", 7.5, InSystem: true),
    ];

    private static readonly IReadOnlyList<Capacity> Capacities =
        [new("CPU of the machine", 28, 0.7), new("request units of the container", 40, 0.5)];

    [Fact]
    public void Verdict_CycleAndCapacities_NamesAllPartsAndTheFirstResource() => Assert.Equal(
        // 300 + 50 + 7.5 = 357.5, which is shown as 358.
        "No known cause limits this run. Of 358 ms from one request of a user to the next, 300 ms are think time, "
            + "50 ms are the services, 7.5 ms are the database. With more users the next resource is CPU of the machine: "
            + "enough for about 28 req/s.",
        new Bounds(Cycle, Capacities).Verdict);

    [Fact]
    public void Verdict_OnlyACycle_NamesNoResource() => Assert.Equal(
        "No known cause limits this run. Of 300 ms from one request of a user to the next, 300 ms are think time.",
        new Bounds([Cycle[0]], []).Verdict);

    [Fact]
    public void Verdict_OnlyCapacities_NamesNoPart() => Assert.Equal(
        "No known cause limits this run. With more users the next resource is CPU of the machine: "
            + "enough for about 28 req/s.",
        new Bounds([], Capacities).Verdict);

    [Fact]
    public void Verdict_NothingMeasured_IsOneSentence() =>
        Assert.Equal("No known cause limits this run.", new Bounds([], []).Verdict);

    [Fact]
    public void Verdict_NothingAnswered_SaysWhatToDo() => Assert.Equal(
        "No request was answered with success, so there is no latency to explain: run the load for longer, "
            + "or look in the report why requests failed.",
        new Bounds(Cycle, Capacities, Answered: false).Verdict);

    [Fact]
    public void Next_SeveralCapacities_IsTheFirst()
    {
        var bounds = new Bounds(Cycle, Capacities);

        Assert.Equal(Capacities[0], bounds.Next);
    }

    [Fact]
    public void Next_NothingMeasured_IsNull()
    {
        var bounds = new Bounds([], []);

        Assert.Null(bounds.Next);
    }
}
