using System.Collections.Frozen;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>Functions of the service that the emulator lacks: refused as missing, not as unknown.</summary>
internal static class AbsentFunctions
{
    private static readonly FrozenSet<string> BuiltIn = FrozenSet.ToFrozenSet(
        [
            "ACOS", "ALL", "ARRAY_AVG", "ARRAY_CONTAINS_ALL", "ARRAY_CONTAINS_ANY", "ARRAY_MAX", "ARRAY_MEDIAN",
            "ARRAY_MIN", "ARRAY_SUM", "ASIN", "ATAN", "ATN2", "CHOOSE", "COS", "COT", "DATETIMEADD", "DATETIMEBIN",
            "DATETIMEDIFF", "DATETIMEFORMAT", "DATETIMEFROMPARTS", "DATETIMEPART", "DATETIMETOTICKS",
            "DATETIMETOTIMESTAMP", "DEGREES", "DOCUMENTID", "FIRST", "FULLTEXTCONTAINS", "FULLTEXTCONTAINSALL",
            "FULLTEXTCONTAINSANY", "FULLTEXTSCORE", "GETCURRENTDATETIME", "GETCURRENTDATETIMESTATIC", "GETCURRENTTICKS",
            "GETCURRENTTICKSSTATIC", "GETCURRENTTIMESTAMP", "GETCURRENTTIMESTAMPSTATIC", "INTADD", "INTBITAND",
            "INTBITLEFTSHIFT", "INTBITNOT", "INTBITOR", "INTBITRIGHTSHIFT", "INTBITXOR", "INTDIV", "INTMOD", "INTMUL",
            "INTSUB", "LAST", "NUMBERBIN", "OBJECTTOARRAY", "RADIANS", "RAND", "REGEXEXTRACT", "REGEXEXTRACTALL",
            "REGEXMATCH", "RRF", "SETDIFFERENCE", "SETEQUAL", "SETINTERSECT", "SETUNION", "SIN", "STRINGJOIN",
            "STRINGSPLIT", "STRINGTOARRAY", "STRINGTOBOOLEAN", "STRINGTONULL", "STRINGTONUMBER", "STRINGTOOBJECT",
            "ST_AREA", "ST_DISTANCE", "ST_INTERSECTS", "ST_ISVALID", "ST_ISVALIDDETAILED", "ST_WITHIN", "TAN",
            "TICKSTODATETIME", "TIMESTAMPTODATETIME", "TOSTRING", "VECTORDISTANCE",
        ],
        StringComparer.OrdinalIgnoreCase);

    public static bool IsBuiltIn(string name) => BuiltIn.Contains(name);
}
