using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>
/// What a WHERE clause demands of single properties, which an index can answer: every lookup must hold. One for each property.
/// </summary>
/// <param name="Lookups">In the order of the query; none when the clause demands nothing of a single property.</param>
/// <param name="MatchesNothing">True when no document can match: c.a = 1 AND c.a = 2.</param>
internal sealed record IndexFilter(ImmutableArray<IndexLookup> Lookups, bool MatchesNothing);
