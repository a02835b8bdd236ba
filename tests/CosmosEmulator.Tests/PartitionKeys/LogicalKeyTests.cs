using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.PartitionKeys;

public sealed class LogicalKeyTests
{
    private static readonly CosmosValue Huge = CosmosValue.From(double.PositiveInfinity);

    [Fact]
    public void From_OneLevel_IsTheKeyOfItsValue()
    {
        var key = LogicalKey.From([CosmosValue.From("o1")]);

        Assert.Equal(LogicalKey.From(CosmosValue.From("o1")), key);
        Assert.Equal((1, "o1"), (key.LevelCount, key.ToText()));
        Assert.Equal([CosmosValue.From("o1")], key.Levels);
    }

    [Fact]
    public void From_SeveralLevels_HasEachOfThem()
    {
        CosmosValue[] levels = [CosmosValue.From("o\"1"), CosmosValue.From(2.5), CosmosValue.From(true), default];

        var key = LogicalKey.From(levels);

        Assert.Equal(4, key.LevelCount);
        Assert.Equal(levels, key.Levels);
        Assert.Equal("""["o\"1",2.5,true,{}]""", key.ToText());
    }

    [Fact]
    public void FindFault_NumberThatNoDoubleHolds_IsThatOfAnyLevel()
    {
        const string Fault = "is a number that no double holds";

        Assert.Equal(Fault, LogicalKey.From(Huge).FindFault());
        Assert.Equal(Fault, LogicalKey.From([CosmosValue.From("o1"), Huge]).FindFault());
        Assert.Null(LogicalKey.From(CosmosValue.From(1e300)).FindFault());
        Assert.Null(LogicalKey.From([CosmosValue.From("o1"), CosmosValue.From(7)]).FindFault());
    }

    [Theory]
    [InlineData(1_024, null)]
    [InlineData(1_025, "has 2050 bytes in UTF-8; 2048 are allowed")]
    public void FindFault_LongText_CountsItsBytes(int letters, string? fault) =>
        Assert.Equal(fault, LogicalKey.From(CosmosValue.From(new string('é', letters))).FindFault());
}
