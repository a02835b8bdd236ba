namespace DroneDelivery.LoadTests.Insight.Queries;

/// <summary>A query that the database of a run cannot execute.</summary>
public sealed class QueryException(string message, Exception inner) : Exception(message, inner);
