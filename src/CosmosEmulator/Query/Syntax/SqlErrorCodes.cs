namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>Codes in the error JSON: those of the service, and NotSupported and BadRequest, which are the emulator's own.</summary>
internal static class SqlErrorCodes
{
    /// <summary>The planner gives no code, only a text.</summary>
    public const string None = "";

    public const string Syntax = "SC1001";
    public const string EndOfFile = "SC1002";
    public const string InvalidToken = "SC1010";
    public const string InvalidNumber = "SC1011";
    public const string InvalidString = "SC1012";
    public const string StarWithoutFrom = "SC1021";
    public const string UnknownIdentifier = "SC2001";
    public const string UnknownFunction = "SC2005";
    public const string RepeatedAlias = "SC2021";
    public const string RepeatedProperty = "SC2022";
    public const string StarWithAggregate = "SC2040";
    public const string StarWithGroupBy = "SC2041";
    public const string StarOfSeveralSources = "SC2042";
    public const string ArgumentCount = "SC2050";
    public const string InvalidTop = "SC2060";
    public const string InvalidLimit = "SC2061";
    public const string InvalidOffset = "SC2062";
    public const string NestedAggregate = "SC2101";
    public const string NotInGroup = "SC2102";
    public const string AggregateInWhere = "SC2104";
    public const string ConstantInGroupBy = "SC2110";
    public const string AggregateInGroupBy = "SC2111";
    public const string ScalarOfSeveralRows = "SC2201";
    public const string OrderByInSubquery = "SC2202";
    public const string TopInSubquery = "SC2203";
    public const string OffsetInSubquery = "SC2204";
    public const string TopWithOffset = "SC2205";
    public const string InvalidEscape = "SC2207";
    public const string OrderByExpression = "2206";
    public const string ComputedKey = "SC2990";
    public const string NotSupported = "NotSupported";
    public const string BadRequest = "BadRequest";
}
