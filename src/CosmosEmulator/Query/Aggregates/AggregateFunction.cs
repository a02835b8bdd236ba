using System.Collections.Frozen;

namespace DroneDelivery.CosmosEmulator.Query.Aggregates;

/// <summary>An aggregate function, which has one argument.</summary>
/// <param name="PlanName">As the query plan names it.</param>
internal sealed record AggregateFunction(string Name, string PlanName, Func<Aggregate> Create)
{
    public const string Average = "AVG";
    public const string Count = "COUNT";
    public const string Min = "MIN";
    public const string Max = "MAX";
    public const string Sum = "SUM";

    private static readonly FrozenDictionary<string, AggregateFunction> Functions = new AggregateFunction[]
    {
        new(Average, "Average", () => new SumAggregate(isAverage: true)),
        new(Count, "Count", () => new CountAggregate(onlyTrue: false)),
        new("COUNTIF", "CountIf", () => new CountAggregate(onlyTrue: true)),
        new("MAKELIST", "MakeList", () => new ListAggregate(isSet: false)),
        new("MAKESET", "MakeSet", () => new ListAggregate(isSet: true)),
        new(Max, "Max", () => new ExtremeAggregate(isMax: true)),
        new(Min, "Min", () => new ExtremeAggregate(isMax: false)),
        new(Sum, "Sum", () => new SumAggregate(isAverage: false)),
    }.ToFrozenDictionary(function => function.Name, StringComparer.OrdinalIgnoreCase);

    /// <summary>Null for a name that is no aggregate's.</summary>
    public static AggregateFunction? Find(string name) => Functions.GetValueOrDefault(name);
}
