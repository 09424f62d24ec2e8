"""The types of profiles that every account has: what a form asks for, and the papers of a complete one.

Labels are the client's: it translates the keys. What a profile says is sealed; this list is the same for all
accounts and discloses nothing.
"""

from __future__ import annotations

from typing import Literal, cast, get_args
from uuid import UUID

from domain.ids import ProfileTypeId, profile_type
from domain.kernel import Value

FieldType = Literal["text", "longText", "number", "money", "date", "bool", "url", "select", "secret", "link"]


class Field(Value, frozen=True):
    """What a form asks for. The key names the value inside the sealed profile."""

    key: str
    type: FieldType


class ProfileType(Value, frozen=True):
    """`suggests` are types of papers (`domain.work.file_catalogue`), the most important first."""

    id: ProfileTypeId
    key: str
    template: tuple[Field, ...]
    suggests: tuple[str, ...]


def _type(key: str, fields: str, suggests: str) -> ProfileType:
    """Fields as `key` or `key:type`, by blanks."""
    template: list[Field] = []
    for field in fields.split():
        name, _, kind = field.partition(":")
        template.append(Field(name, cast("FieldType", kind or "text")))
    return ProfileType(profile_type(key), key, tuple(template), tuple(suggests.split()))


_ALL = (
    _type(
        "person",
        "fullName birthDate:date birthPlace nationality maritalStatus taxNumber:secret "
        "socialSecurityNumber:secret passportNumber:secret passportExpiresOn:date idNumber:secret "
        "bloodType allergies:longText doctor:link emergencyContact:link email phone address:longText",
        "passport idCard drivingLicence birthCertificate marriageCertificate socialSecurityCard "
        "healthInsuranceCard will powerOfAttorney advanceDirective taxReturn vaccination",
    ),
    _type(
        "property",
        "address:longText country use registerNumber boughtOn:date purchasePrice:money "
        "currentValue:money livingArea:number plotArea:number builtIn:number owner:link caretaker:link "
        "alarmCode:secret insurer:link",
        "deed mortgage lease insurancePolicy floorPlan valuation energyCertificate propertySurvey "
        "buildingPermit keyRegister",
    ),
    _type(
        "vehicle",
        "make model year:number vin plate colour fuel mileage:number boughtOn:date purchasePrice:money "
        "registeredUntil:date inspectionOn:date serviceOn:date insurer:link keeper:link",
        "vehicleRegistration vehicleTitle insurancePolicy inspection serviceRecord purchaseContract",
    ),
    _type(
        "company",
        "legalName legalForm registerNumber registerCourt taxNumber vatNumber incorporatedOn:date country "
        "address:longText website:url financialYearEnd directors:longText shareholders:longText "
        "shareCapital:money accountant:link",
        "companyRegister articles shareholderList minutes annualReport businessLicence taxReturn contract",
    ),
    _type(
        "trust",
        "legalName country settledOn:date settlor:link trustees:longText protector:link "
        "beneficiaries:longText taxNumber:secret assets:money reviewOn:date lawyer:link",
        "trustDeed minutes taxReturn annualReport powerOfAttorney bankStatement",
    ),
    _type(
        "pet",
        "species breed sex birthDate:date colour chipNumber passportNumber neutered:bool weight:number "
        "vaccinatedUntil:date diet:longText veterinarian:link insurer:link",
        "petPassport vaccination insurancePolicy medicalReport purchaseContract",
    ),
    _type(
        "bankAccount",
        "bank accountHolder:link kind iban:secret bic accountNumber:secret currency openedOn:date "
        "cardExpiresOn:date onlineAccess:url signatories:longText adviser:link",
        "bankStatement paymentCard contract powerOfAttorney investmentReport",
    ),
    _type(
        "insurance",
        "insurer:link kind policyNumber insured:link coverage:longText sumInsured:money deductible:money "
        "premium:money paidEvery startOn:date endOn:date noticeUntil:date broker:link claimsPhone",
        "insurancePolicy insuranceClaim contract invoice",
    ),
    _type(
        "vessel",
        "make model year:number hullNumber registerNumber callSign mmsi flag homePort berth length:number "
        "engine boughtOn:date purchasePrice:money surveyOn:date insurer:link captain:link",
        "vesselLicence vehicleTitle insurancePolicy inspection serviceRecord purchaseContract",
    ),
    _type(
        "aircraft",
        "make model year:number serialNumber registration registeredIn homeAirport engine "
        "flightHours:number airworthyUntil:date maintenanceOn:date boughtOn:date purchasePrice:money "
        "operator:link insurer:link",
        "airworthinessCertificate vehicleTitle insurancePolicy inspection serviceRecord purchaseContract",
    ),
    _type(
        "collection",
        "kind artist title createdIn dimensions material inventoryNumber location:longText boughtOn:date "
        "purchasePrice:money currentValue:money valuedOn:date provenance:longText insurer:link",
        "certificate valuation proofOfPurchase insurancePolicy photo",
    ),
    _type(
        "staff",
        "fullName position employer:link startOn:date endOn:date noticePeriod salary:money paidEvery "
        "taxNumber:secret socialSecurityNumber:secret workPermitUntil:date email phone "
        "address:longText emergencyContact:link",
        "employmentContract idCard workPermit payslip nonDisclosureAgreement reference "
        "professionalLicence socialSecurityCard",
    ),
)

PROFILE_TYPE_CATALOGUE: dict[UUID, ProfileType] = {each.id: each for each in _ALL}
FIELD_TYPES: tuple[str, ...] = get_args(FieldType)
