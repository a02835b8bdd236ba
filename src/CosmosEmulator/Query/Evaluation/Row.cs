using DroneDelivery.CosmosEmulator.Query.Functions;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>
/// The values that the names of a query stand for. One row serves all documents in turn, so what is kept of it is copied.
/// </summary>
/// <param name="cancellationToken">Ends the execution.</param>
internal sealed class Row(int size, QueryClock clock, CancellationToken cancellationToken = default)
{
    /// <summary>The place of the document.</summary>
    public const int Document = 0;

    private readonly CosmosValue[] _values = new CosmosValue[size];

    /// <summary>For expressions in which no name occurs.</summary>
    public static Row Empty { get; } = new(0, new QueryClock(TimeProvider.System));

    /// <summary>The time of the execution.</summary>
    public QueryClock Clock => clock;

    /// <summary>Is canceled when the client disconnects.</summary>
    public CancellationToken CancellationToken => cancellationToken;

    public CosmosValue this[int place]
    {
        get => _values[place];
        set => _values[place] = value;
    }
}
