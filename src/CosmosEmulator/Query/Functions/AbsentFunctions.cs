using System.Collections.Frozen;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>Functions of the service that the emulator lacks: refused as missing, not as unknown.</summary>
internal static class AbsentFunctions
{
    private static readonly FrozenSet<string> BuiltIn = FrozenSet.ToFrozenSet(
        [
            "ALL", "FIRST", "FULLTEXTCONTAINS", "FULLTEXTCONTAINSALL", "FULLTEXTCONTAINSANY", "FULLTEXTSCORE", "LAST",
            "REGEXEXTRACT", "REGEXEXTRACTALL", "RRF", "ST_AREA", "ST_DISTANCE", "ST_INTERSECTS", "ST_ISVALID",
            "ST_ISVALIDDETAILED", "ST_WITHIN", "VECTORDISTANCE",
        ],
        StringComparer.OrdinalIgnoreCase);

    public static bool IsBuiltIn(string name) => BuiltIn.Contains(name);
}
