using System.Collections.Immutable;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query;

/// <summary>
/// What a WHERE clause demands of single properties, which an index can answer: every term must hold. One term for each
/// property.
/// </summary>
/// <param name="Terms">Terms in the order of the query; none when no property is fixed.</param>
/// <param name="IsWholeFilter">True when the terms are all there is: what the index finds needs no further look.</param>
/// <param name="MatchesNothing">True when no document can match: c.a = 1 AND c.a = 2.</param>
internal sealed record EqualityFilter(ImmutableArray<EqualityTerm> Terms, bool IsWholeFilter, bool MatchesNothing);

/// <summary>
/// A property and the values it may have. Values are null, booleans, numbers (which compare as doubles) and strings.
/// </summary>
internal sealed record EqualityTerm(PropertyPath Path, ImmutableArray<JsonElement> Values);
