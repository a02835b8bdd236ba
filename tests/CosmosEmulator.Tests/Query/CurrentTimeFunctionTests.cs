using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Tests.Contract;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using DroneDelivery.TestSupport;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Query;

public sealed class CurrentTimeFunctionTests
{
    // The time of the documentation's examples of NOW and AGO.
    private readonly ManualTimeProvider _time =
        new(new DateTimeOffset(2024, 10, 14, 14, 20, 30, TimeSpan.Zero).AddTicks(6_668_888));

    [Theory]
    [InlineData("NOW()", "\"2024-10-14T14:20:30.6668888Z\"")]
    [InlineData("NOW('yyyy', 1)", "\"2025-10-14T14:20:30.6668888Z\"")]
    [InlineData("NOW('yyyy', -1)", "\"2023-10-14T14:20:30.6668888Z\"")]
    [InlineData("NOW('ss', 30)", "\"2024-10-14T14:21:00.6668888Z\"")]
    [InlineData("NOW('ms', 4)", "\"2024-10-14T14:20:30.6708888Z\"")]
    [InlineData("NOW('week', 1)", null)]
    [InlineData("NOW('ss', 1.5)", null)]
    [InlineData("NOW('ss')", null)]
    [InlineData("AGO('yyyy', 1)", "\"2023-10-14T14:20:30.6668888Z\"")]
    [InlineData("AGO('yyyy', -1)", "\"2025-10-14T14:20:30.6668888Z\"")]
    [InlineData("AGO('ss', 30)", "\"2024-10-14T14:20:00.6668888Z\"")]
    [InlineData("AGO('ms', 4)", "\"2024-10-14T14:20:30.6628888Z\"")]
    [InlineData("AGO('dd', '1')", null)]
    [InlineData("AGO('dd', -9223372036854775808)", null)]
    [InlineData("GETCURRENTDATETIME()", "\"2024-10-14T14:20:30.6668888Z\"")]
    [InlineData("GetCurrentDateTimeStatic()", "\"2024-10-14T14:20:30.6668888Z\"")]
    [InlineData("GETCURRENTTICKS()", "17289156306668888")]
    [InlineData("GetCurrentTicksStatic()", "17289156306668888")]
    [InlineData("GETCURRENTTIMESTAMP()", "1728915630666")]
    [InlineData("GetCurrentTimestampStatic()", "1728915630666")]
    [InlineData("TICKSTODATETIME(GETCURRENTTICKS()) = NOW()", "true")]
    public void Function_AtAKnownTime_GivesIt(string expression, string? expected)
    {
        var program = Compile($"SELECT VALUE {expression} FROM c");

        Assert.Equal(expected, Json.Project(program, "{}", program.CreateRow(_time)));
    }

    [Fact]
    public void Function_WhileTimePasses_ReadsTheClockForEachDocumentUnlessItIsStatic()
    {
        var program = Compile("SELECT VALUE [GetCurrentTimestamp(), GetCurrentTimestampStatic()] FROM c");
        var row = program.CreateRow(_time);

        _time.Advance(TimeSpan.FromSeconds(1));

        Assert.Equal("[1728915631666,1728915630666]", Json.Project(program, "{}", row));
    }

    [Fact]
    public void Function_OfAProgramThatIsExecutedAgain_HasTheTimeOfThatExecution()
    {
        var program = Compile("SELECT VALUE c.at < GetCurrentTimestampStatic() FROM c");

        var first = Json.Project(program, """{"at":1728915631000}""", program.CreateRow(_time));
        _time.Advance(TimeSpan.FromSeconds(1));
        var second = Json.Project(program, """{"at":1728915631000}""", program.CreateRow(_time));

        Assert.Equal(("false", "true"), (first, second));
    }

    /// <summary>The emulator keeps compiled queries by their text.</summary>
    [Fact]
    public async Task Query_SentAgainLater_HasTheLaterTime()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), new PartitionKey("o7"));
        var query = new QueryDefinition("SELECT VALUE GetCurrentTimestampStatic() FROM c");

        var first = await SampleItems.ReadAllAsync<long>(container, query, null);
        emulator.Time.Advance(TimeSpan.FromMinutes(1));
        var second = await SampleItems.ReadAllAsync<long>(container, query, null);

        Assert.Equal(60_000, Assert.Single(second) - Assert.Single(first));
    }

    private static QueryProgram Compile(string query) => QueryProgram.Compile(SqlParser.Parse(query), QueryParameters.None);
}
