using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>
/// The current time. It is read for each document; a function with STATIC in its name gives the time at which the execution of
/// the query started. Ticks and timestamps count from the start of 1970.
/// </summary>
internal static class CurrentTimeFunctions
{
    public static IReadOnlyList<ScalarFunction> All { get; } =
    [
        CreateFunction("GETCURRENTDATETIME", clock => DateTimeFunctions.ToValue(clock.Now)),
        CreateFunction("GETCURRENTDATETIMESTATIC", clock => DateTimeFunctions.ToValue(clock.Start)),
        CreateFunction("GETCURRENTTICKS", clock => CosmosValue.From(DateTimeFunctions.CountTicks(clock.Now))),
        CreateFunction("GETCURRENTTICKSSTATIC", clock => CosmosValue.From(DateTimeFunctions.CountTicks(clock.Start))),
        CreateFunction("GETCURRENTTIMESTAMP", clock => CosmosValue.From(DateTimeFunctions.CountMilliseconds(clock.Now))),
        CreateFunction("GETCURRENTTIMESTAMPSTATIC", clock => CosmosValue.From(DateTimeFunctions.CountMilliseconds(clock.Start))),
        new("AGO", 2, 2, Subtract, IsDeterministic: false),
        new("NOW", 0, 2, Add, IsDeterministic: false),
    ];

    private static ScalarFunction CreateFunction(string name, Func<QueryClock, CosmosValue> read) =>
        new(name, 0, 0, (_, clock) => read(clock), IsDeterministic: false);

    private static CosmosValue Subtract(CosmosValue[] arguments, QueryClock clock) =>
        DateTimeFunctions.Add(arguments[0], arguments[1], clock.Now, sign: -1);

    // A unit needs a number.
    private static CosmosValue Add(CosmosValue[] arguments, QueryClock clock) => arguments.Length switch
    {
        0 => DateTimeFunctions.ToValue(clock.Now),
        2 => DateTimeFunctions.Add(arguments[0], arguments[1], clock.Now, sign: 1),
        _ => CosmosValue.Undefined,
    };
}
