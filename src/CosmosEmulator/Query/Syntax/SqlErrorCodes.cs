namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>Codes in the error JSON. The SC codes are the service's; the other two are the emulator's own.</summary>
internal static class SqlErrorCodes
{
    public const string Syntax = "SC1001";
    public const string EndOfFile = "SC1002";
    public const string InvalidToken = "SC1010";
    public const string InvalidNumber = "SC1011";
    public const string InvalidString = "SC1012";
    public const string UnknownIdentifier = "SC2001";
    public const string UnknownFunction = "SC2005";
    public const string RepeatedProperty = "SC2022";
    public const string ArgumentCount = "SC2050";
    public const string InvalidTop = "SC2060";
    public const string AggregateNotAllowed = "SC2101";
    public const string NotInGroup = "SC2102";
    public const string ComputedKey = "SC2990";
    public const string NotSupported = "NotSupported";
    public const string BadRequest = "BadRequest";
}
